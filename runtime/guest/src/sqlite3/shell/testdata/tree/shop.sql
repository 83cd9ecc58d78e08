create table customer(id integer primary key, name text not null, email text unique);
create table orders(id integer primary key autoincrement, customer_id int references customer(id), total real check(total >= 0), note);
insert into customer values(1,'Ada Lovelace','ada@example.com'),(2,'Bob','bob@example.com'),(3,'Chloé',NULL);
insert into orders(customer_id,total,note) values(1,10.5,'first'),(1,0.1,NULL),(2,1e10,'it''s "big"'),(3,3.14,'two
lines'),(3,7,x'00ff41');
create view totals as select name, sum(total) as sum from customer join orders on customer.id=customer_id group by name;
create index by_customer on orders(customer_id);
create trigger no_delete before delete on customer begin select raise(abort,'customers stay'); end;
