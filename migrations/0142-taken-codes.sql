-- OTP-4: whether the SMS centre took the message. False: no answer came, it may have left. Null: on its way, or sent before this was noted.
alter table one_time_code add column is_taken boolean;
