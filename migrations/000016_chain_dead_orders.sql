-- What the keeper clears, market by market: they take turns.
drop index orders_dead;
create index orders_dead on orders (market_id, expires_at_ms, order_id)
  where status = 'cancelled' and expires_at_ms is not null and not released
    and (locked_collateral > 0 or locked_shares > 0);
