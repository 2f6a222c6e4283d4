-- F44: when this order was found in a book that had been restored from a backup. What the book says was not done may have been done since:
-- everything about it is asked before it is done. Older versions write nothing here.
alter table pay_order add column restored_at timestamptz;
