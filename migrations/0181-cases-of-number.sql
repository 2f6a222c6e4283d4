-- Abuse 92: how many cases a number opened in a day is counted when it claims.
create index concurrently if not exists pay_case_number on pay_case (msisdn, opened_at);
