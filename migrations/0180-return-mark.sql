-- Abuse 89: whether the return address of an attempt has a mark of its own, so that the payer does not know the webhook's. Null for attempts of a
-- version before, also one that still runs beside this one: their webhook mark counts until they end.
alter table pay_attempt add column has_return_mark boolean;
