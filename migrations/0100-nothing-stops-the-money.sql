-- I13: what failed as a whole, with its count and reason. It is left alone until then; null: it rests until a person says otherwise.
-- Kinds: an order, a notice, a line of the book, a step of housekeeping.
create table work_trouble (
  kind text not null,
  item text not null,
  failures int not null check (failures > 0),
  reason text not null,
  failed_at timestamptz not null,
  until timestamptz,
  primary key (kind, item)
);

-- Parts of the work on an order that failed, each with its own count.
alter table pay_order add column troubles jsonb not null default '[]';

alter table pay_attempt
  -- I16: the method whose one open attempt this is. Older versions write nothing here.
  add column method text,
  -- I14: somebody says that it was paid, and nothing proves it yet.
  add column doubt_why text,
  add column doubt_since timestamptz,
  -- F61: when the provider was last asked about it.
  add column last_asked_at timestamptz,
  -- I17: what was paid beyond the price went back.
  add column is_excess_returned boolean not null default false,
  add check ((doubt_why is null) = (doubt_since is null));

-- The last guard of I16: one open attempt of a method, however many ask for it at the same moment.
create unique index one_open_attempt_per_method on pay_attempt (order_id, method)
  where method is not null and state in ('CREATED', 'UNKNOWN', 'WAITING');

-- Whether a notice came on an address that holds our mark, which only the provider knows.
alter table pay_notice add column is_marked boolean not null default false;
