-- OPR-2: what a link asks for, in minor units of its currency. `amount` and `price` hold whole units, rounded up, for the version before; where
-- that version wrote the row, these are null and the units are exact.
alter table payment_link
  add column amount_minor bigint,
  add column price_minor bigint,
  add column currency char(3);
