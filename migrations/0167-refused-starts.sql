-- I20: from when the payer may pay another way though this attempt may still be paid, and until when its provider wants no further start.
-- F65: since when the provider is owed the report of a delivery, how often it was told, and when it is told again.
alter table pay_attempt
  add column other_ways_from timestamptz,
  add column retry_at timestamptz,
  add column report_since timestamptz,
  add column report_tries integer,
  add column next_report_at timestamptz;
