-- Figures ask for the refunds that are under way: a handful of all that there ever were.
create index concurrently if not exists pay_refund_open on pay_refund (created_at) where state <> 'DONE';
