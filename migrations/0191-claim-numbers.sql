-- CLAIM-1: the number that a claim about a wrong number asked for, encrypted, and who read it last.
alter table pay_case add column right_number text, add column right_number_read_by text;
