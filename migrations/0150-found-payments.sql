-- F44: what a provider or the operator says it did under a reference of ours that a restored book does not hold. It lies before a person; nothing
-- is charged, delivered or given back because of it. `source` is the provider's name, or operator.
create table pay_found (
  source text not null,
  reference text not null check (length(reference) <= 20),
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  found_at timestamptz not null,
  -- When its provider last told us of it by itself.
  heard_at timestamptz,
  ended_at timestamptz,
  ended_as text check (ended_as in ('returned', 'refunded', 'delivered', 'written-off')),
  ended_by text,
  note text check (length(note) <= 300),
  primary key (source, reference),
  check ((ended_at is null) = (ended_as is null))
);
create index pay_found_open on pay_found (found_at) where ended_at is null;
