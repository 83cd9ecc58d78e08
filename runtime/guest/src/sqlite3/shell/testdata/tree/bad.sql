select 1;
select nope from customer;
select 2;
