-- The cookie of a visit changes when its visitor proves a number, so that a cookie somebody planted before opens nothing afterwards.
-- Null: the cookie never changed, and its hash is the id. The former cookie still finds the draft for a while, in case the answer that
-- carried the new one was lost on the way; it proves nothing.
alter table visit
  add column cookie_hash bytea unique check (octet_length(cookie_hash) = 32),
  add column former_hash bytea check (octet_length(former_hash) = 32),
  add column former_until timestamptz;
create index visit_former_hash on visit (former_hash) where former_hash is not null;
