-- CARD-4: that the payer came back from the gateway's page without having paid as far as is known, and whether by its own cancel button. It is
-- believed for the page (the purchase may be paid another way at once) and never for the money: no state of a payment depends on it.
alter table pay_attempt add column left_at timestamptz;
alter table pay_attempt add column left_by text check (left_by in ('cancel', 'return'));
