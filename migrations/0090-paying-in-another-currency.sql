-- HUB-4: what an attempt asks the payer for: the order's price, or that price in the currency the payer chose, with the rate.
alter table pay_attempt
  add column asked_minor bigint,
  add column asked_currency char(3),
  add column asked_rate numeric;
update pay_attempt set asked_minor = pay_order.amount_minor, asked_currency = pay_order.currency
  from pay_order where pay_order.id = pay_attempt.order_id;
alter table pay_attempt
  alter column asked_minor set not null,
  alter column asked_currency set not null,
  add check (asked_minor > 0),
  add check (asked_rate > 0),
  -- The last guard: only a payment of at least what was asked, in the currency it was asked in, pays for an order.
  add constraint winner_paid_what_was_asked check (
    not is_winner or (paid_minor is not null and paid_minor >= asked_minor and paid_currency = asked_currency));

-- The price in another currency, made when the payer agreed to it; the next attempt asks for it. Null: the price itself.
alter table pay_order add column quote jsonb;
