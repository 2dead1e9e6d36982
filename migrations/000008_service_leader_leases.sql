-- Written by whoever leads: of several processes with one role one works, and until when the others wait unless it renews.
create table leader_leases (
  role text primary key,
  holder text not null,
  until_ms bigint not null
);
drop table keeper_lead;
