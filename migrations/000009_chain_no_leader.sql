-- Who leads stands in service.leader_leases for every role.
alter table index_health drop column leader, drop column leader_until_ms;
