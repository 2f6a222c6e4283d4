-- CON-8: providers that staff closed to new payments. Time alone opens none: a closure lasts until it is ended.
create table way_closure (
  id bigint generated always as identity primary key,
  connector text not null,
  reason text not null,
  note text not null check (length(note) between 1 and 300),
  closed_at timestamptz not null,
  closed_by text not null,
  closed_name text not null,
  until timestamptz not null,
  until_set_at timestamptz not null,
  -- How often its end came while the provider did not answer.
  renewals int not null default 0,
  ended_at timestamptz,
  ended_by text,
  check (until > until_set_at and until <= until_set_at + interval '24 hours'),
  check ((ended_at is null) = (ended_by is null))
);
create unique index one_closure_per_connector on way_closure (connector) where ended_at is null;
