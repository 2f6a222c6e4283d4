-- HUB-4: what an attempt asks the payer for: the order's price, or that price in the currency the payer chose, with the rate. Older
-- versions write nothing here: it is the order's price then.
alter table pay_attempt
  add column asked_minor bigint check (asked_minor > 0),
  add column asked_currency char(3),
  add column asked_rate numeric check (asked_rate > 0),
  add check ((asked_minor is null) = (asked_currency is null)),
  -- The last guard: only a payment of at least what was asked, in the currency it was asked in, pays for an order.
  add constraint winner_paid_what_was_asked check (
    not is_winner or (paid_minor is not null and paid_minor >= coalesce(asked_minor, 1) and paid_currency = coalesce(asked_currency, paid_currency)));

-- The price in another currency, made when the payer agreed to it; the next attempt asks for it. Null: the price itself.
alter table pay_order add column quote jsonb;
