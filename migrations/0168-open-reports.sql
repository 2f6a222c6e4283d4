-- F65: figures ask which deliveries a provider has not taken note of: a handful of all that there ever were.
create index concurrently if not exists pay_attempt_report_open on pay_attempt (report_since)
  where report_since is not null and not is_delivery_reported;
