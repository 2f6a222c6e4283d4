-- The console lists open claims by their deadline.
create index concurrently if not exists pay_case_due_at on pay_case (due_at) where closed_at is null;
