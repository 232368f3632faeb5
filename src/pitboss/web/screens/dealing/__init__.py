"""What the dealer's page is made of: the next step, hands, bets, work, lights, irregularities."""
