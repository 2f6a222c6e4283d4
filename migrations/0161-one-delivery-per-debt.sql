-- I18: the last guard against paying one debt twice. An order claims its debt with its first delivery call, in the same statement, and gives it
-- free when the delivery is refused. The version before writes no subject: its orders are not touched by this.
create unique index concurrently if not exists one_delivery_per_debt on pay_order (subject, subject_debt)
  where subject is not null and sends > 0 and fulfilment <> 'REFUSED';
