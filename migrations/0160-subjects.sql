-- I18: what an order pays for, where that can be owed only once (an invoice, a fetched bill, a payment link), as hashes that name no account:
-- `subject` names it, `subject_debt` is how it stood when it was chosen. `owed_at`: when it was last read as owed, before the first delivery call.
alter table pay_order
  add column subject text,
  add column subject_debt text,
  add column owed_at timestamptz;
