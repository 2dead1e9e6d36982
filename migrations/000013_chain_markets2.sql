-- Orders that end by themselves, and what a void pays.

alter table orders add column expires_at_ms bigint;
-- What a block's time ends, and what the keeper clears.
create index orders_expiring on orders (expires_at_ms) where status = 'open' and expires_at_ms is not null;
create index orders_dead on orders (expires_at_ms)
  where status = 'cancelled' and expires_at_ms is not null and not released
    and (locked_collateral > 0 or locked_shares > 0);

-- closing: what a yes share of a void market pays, in thousandths. kept_fees: of the unpaid treasury's, until resolution.
alter table markets add column closing integer;
alter table markets add column kept_fees numeric(78, 0) not null default 0;
