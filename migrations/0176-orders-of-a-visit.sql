-- ERASE-1: the payments of a visit, which is told of those that are open before it is ended.
create index concurrently if not exists pay_order_visit_id on pay_order (visit_id, created_at);
