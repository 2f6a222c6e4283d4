-- What a visitor chose to pay for. Price and product were decided by the server; the payment keeps its own copy.
create table purchase (
  id text primary key check (length(id) = 22),
  visit_id bytea not null references visit (id) on delete cascade,
  query_data jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index purchase_expires_at on purchase (expires_at);
create index purchase_visit_id on purchase (visit_id);
