-- The console lists answered claims, the last one first.
create index concurrently if not exists pay_case_closed_at on pay_case (closed_at) where closed_at is not null;
