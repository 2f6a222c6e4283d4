-- What a visitor pays for. Its price was decided by the server when it was made and never changes.
create table pay_order (
  id text primary key check (length(id) = 22),
  reference text not null unique check (length(reference) <= 20),
  client_key text not null unique,
  request_hash text not null,
  visit_id bytea not null,
  query_data jsonb not null,
  delivery jsonb not null,
  language text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  wanted_until timestamptz not null,
  fulfilment text not null check (fulfilment in ('NONE', 'QUEUED', 'SENDING', 'TRACKING', 'DONE', 'REFUSED', 'REVIEW')),
  sends int not null,
  operator_reference text,
  refusal text,
  next_fulfilment_at timestamptz,
  paid_at timestamptz,
  absent_since timestamptz,
  review text,
  messages_sent text[] not null,
  message_tries int not null,
  next_message_at timestamptz,
  -- The outbox: whoever finds it in the past has work to do. Written in the same transaction as what caused it.
  next_work_at timestamptz,
  created_at timestamptz not null
);
create index pay_order_next_work_at on pay_order (next_work_at) where next_work_at is not null;
create index pay_order_review on pay_order (created_at) where review is not null;

create table pay_attempt (
  id uuid primary key,
  order_id text not null references pay_order (id),
  position int not null,
  ref text not null unique,
  correlation_id uuid not null unique,
  connector text not null,
  is_push boolean not null,
  state text not null check (state in ('CREATED', 'UNKNOWN', 'WAITING', 'PAID', 'DECLINED', 'CANCELLED', 'EXPIRED', 'REFUNDING', 'REFUNDED')),
  is_winner boolean not null,
  reason text,
  provider_ref text,
  provider_txn_id text,
  paid_minor bigint check (paid_minor > 0),
  paid_currency char(3),
  action jsonb,
  payer jsonb not null,
  queries int not null,
  next_query_at timestamptz,
  is_delivery_reported boolean not null,
  created_at timestamptz not null,
  unique (order_id, position),
  unique (connector, provider_ref),
  -- One receipt never pays for two orders.
  unique (connector, provider_txn_id)
);
-- The last guard of the most important rule: one attempt pays for an order, not two.
create unique index one_winner_per_order on pay_attempt (order_id) where is_winner;

create table pay_refund (
  id uuid primary key,
  order_id text not null references pay_order (id),
  attempt_id uuid not null unique references pay_attempt (id),
  ref text not null unique,
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null,
  cause text not null,
  state text not null check (state in ('QUEUED', 'ASKING', 'PENDING', 'DONE', 'REVIEW')),
  tries int not null,
  absent_since timestamptz,
  next_work_at timestamptz,
  created_at timestamptz not null
);
create index pay_refund_order_id on pay_refund (order_id);

-- The book: append only, every observation, also those that changed nothing. `seal` chains each line to the one before it.
create table pay_event (
  id bigint generated always as identity primary key,
  order_id text not null references pay_order (id),
  attempt_id uuid,
  at timestamptz not null,
  kind text not null,
  source text not null,
  from_state text,
  to_state text,
  code text,
  amount_minor bigint,
  currency char(3),
  sequence bigint unique,
  seal bytea
);
create index pay_event_order_id on pay_event (order_id, id);
create index pay_event_unsealed on pay_event (id) where sequence is null;

-- Notices as they arrived: kept first, worked afterwards. The same notice is kept once.
create table pay_notice (
  id bigint generated always as identity primary key,
  connector text not null,
  dedupe_key text not null,
  notice jsonb not null,
  body bytea not null,
  received_at timestamptz not null,
  done_at timestamptz,
  unique (connector, dedupe_key)
);
create index pay_notice_open on pay_notice (id) where done_at is null;
