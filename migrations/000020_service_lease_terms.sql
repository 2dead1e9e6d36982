-- A lease has ended when whoever waits has watched it unrenewed for its whole length: no clock is believed, for a database's
-- clock may be put forward too. Each renewal is a new term.
alter table leader_leases rename column until_ms to term;
