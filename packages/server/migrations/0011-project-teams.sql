-- not released yet
-- Managers of a project are on its team, so that they see it. Administrators see every project and are on no team.
insert into projectteam (accountid, projectid, personid, securenotes)
  select link.accountid, link.projectid, link.personid, 'f' from projectmanager link
  join person on person.accountid = link.accountid and person.id = link.personid
  where coalesce(person.groupid, 0) <> 2 and not exists (select 1 from projectteam team
    where team.accountid = link.accountid and team.projectid = link.projectid and team.personid = link.personid);
