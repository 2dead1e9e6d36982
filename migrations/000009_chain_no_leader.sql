-- Who leads stands in the leases of every role, outside this schema.
alter table index_health drop column leader, drop column leader_until_ms;
