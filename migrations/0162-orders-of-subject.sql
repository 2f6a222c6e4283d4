-- I18: the other orders for one subject, read when an attempt begins.
create index concurrently if not exists pay_order_subject on pay_order (subject) where subject is not null;
