-- Mails of the same moment are listed in the order in which they were written.
alter table mail add column position integer generated always as identity;
