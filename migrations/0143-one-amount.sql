-- Decision 0050: an order has one amount, amount_minor. The version before reads copies of it in delivery and query_data; they agree, or are gone.
-- The version before satisfies this: it has always written all three from one figure and never changes one.
alter table pay_order add constraint pay_order_has_one_amount check (
  coalesce(delivery->'amount', to_jsonb(amount_minor)) = to_jsonb(amount_minor)
  and coalesce(query_data->'amount', to_jsonb(amount_minor)) = to_jsonb(amount_minor)
) not valid;
alter table pay_order validate constraint pay_order_has_one_amount;
