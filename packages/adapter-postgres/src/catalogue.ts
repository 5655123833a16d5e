/** Whether something of this catalogue came with an extension, which is the server's own matter. */
const isOfExtension = (catalogue: string, oid: string) =>
  `exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

/** The first identifier that no cast of the server itself has. */
const FIRST_OWN_OID = 16_384;

/** SQL for the name of everything in the current schema that runs by itself or changes what a statement means; casts belong to no schema. */
export const RUNNING_OBJECTS: string = `
  with here as materialized (select oid from pg_namespace where nspname = current_schema())
  select 'trigger ' || c.relname || '.' || t.tgname as object
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join here on here.oid = c.relnamespace where not t.tgisinternal
  union all
  select 'rule ' || c.relname || '.' || w.rulename
  from pg_rewrite w join pg_class c on c.oid = w.ev_class join here on here.oid = c.relnamespace where w.rulename <> '_RETURN'
  union all
  select case c.relkind when 'v' then 'view ' else 'materialized view ' end || c.relname
  from pg_class c join here on here.oid = c.relnamespace
  where c.relkind in ('v', 'm') and not ${isOfExtension('pg_class', 'c.oid')}
  union all
  select 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')'
  from pg_proc p join here on here.oid = p.pronamespace where not ${isOfExtension('pg_proc', 'p.oid')}
  union all
  select 'operator ' || o.oprname || ' (' || format_type(o.oprleft, null) || ', ' || format_type(o.oprright, null) || ')'
  from pg_operator o join here on here.oid = o.oprnamespace where not ${isOfExtension('pg_operator', 'o.oid')}
  union all
  select 'collation ' || l.collname
  from pg_collation l join here on here.oid = l.collnamespace where not ${isOfExtension('pg_collation', 'l.oid')}
  union all
  select 'cast ' || format_type(c.castsource, null) || ' as ' || format_type(c.casttarget, null)
  from pg_cast c where c.oid >= ${FIRST_OWN_OID} and not ${isOfExtension('pg_cast', 'c.oid')}
  order by 1`;
