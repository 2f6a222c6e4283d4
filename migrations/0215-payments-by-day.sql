-- The console lists payments by day, newest first, and reads on from the last one of a page.
create index concurrently if not exists pay_order_created_at on pay_order (created_at, reference);
