/** Whether something of this catalogue came with an extension, which is the server's own matter. */
const isOfExtension = (catalogue: string, oid: string) =>
  `exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

/** A definition as the server writes it, without the name of the schema. */
const without = (definition: string) => `replace(${definition}, here.prefix, '')`;

/**
 * SQL for everything in the current schema that can hold or change rows, or run, and what runs for the whole database, with its definition, in the same words on every
 * version of the server. Not owners, rights, statistics, storage parameters and comments, which are for who runs the database.
 */
export const CATALOGUE: string = `
  with here as materialized (
    select oid as schema, quote_ident(nspname) || '.' as prefix from pg_namespace where nspname = current_schema()
  ), relations as materialized (
    select c.*, case c.relkind when 'r' then 'table' when 'v' then 'view' when 'm' then 'materialized view'
        when 'S' then 'sequence' when 'f' then 'foreign table' when 'p' then 'partitioned table' end as kind
    from pg_class c join here on c.relnamespace = here.schema
    where c.relkind in ('r', 'v', 'm', 'S', 'f', 'p') and not ${isOfExtension('pg_class', 'c.oid')}
  )
  select r.kind || ' ' || r.relname as object, r.relname as owner, concat_ws(', ', r.relpersistence::text,
      case when r.relrowsecurity then 'row security' end,
      case when exists (select from pg_inherits i where r.oid in (i.inhparent, i.inhrelid)) then 'inheritance' end,
      case when r.relkind in ('v', 'm') then ${without('pg_get_viewdef(r.oid)')} end,
      (select string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
            (select collname from pg_collation l where l.oid = a.attcollation and l.oid <> t.typcollation),
            case when a.attnotnull then 'not null' end, nullif(a.attidentity::text, ''), nullif(a.attgenerated::text, ''),
            ${without('pg_get_expr(f.adbin, f.adrelid)')}), ', ' order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        left join pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
        where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped and r.relkind <> 'S')) as definition
  from relations r cross join here
  union all
  select 'constraint ' || r.relname || '.' || c.conname, r.relname, ${without('pg_get_constraintdef(c.oid)')}
  from pg_constraint c join relations r on r.oid = c.conrelid cross join here where c.contype not in ('n', 't')
  union all
  select 'index ' || x.relname, r.relname, ${without('pg_get_indexdef(x.oid)')} || case when i.indisvalid then '' else ' invalid' end
  from pg_index i join relations r on r.oid = i.indrelid join pg_class x on x.oid = i.indexrelid cross join here
  union all
  select 'trigger ' || r.relname || '.' || t.tgname, r.relname, ${without('pg_get_triggerdef(t.oid)')} || ' ' || t.tgenabled::text
  from pg_trigger t join relations r on r.oid = t.tgrelid cross join here where not t.tgisinternal
  union all
  select 'rule ' || r.relname || '.' || w.rulename, r.relname, ${without('pg_get_ruledef(w.oid)')} || ' ' || w.ev_enabled::text
  from pg_rewrite w join relations r on r.oid = w.ev_class cross join here where w.rulename <> '_RETURN'
  union all
  select 'policy ' || r.relname || '.' || p.polname, r.relname, p.polcmd::text
  from pg_policy p join relations r on r.oid = p.polrelid
  union all
  -- Its own search path is as good as the schema that it finds first.
  select 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', '', concat_ws(' ', p.prokind::text,
      pg_get_function_result(p.oid), l.lanname, p.provolatile::text, case when p.prosecdef then 'security definer' end,
      (select string_agg(case when one like 'search_path=%' and here.schema = (
            select to_regnamespace(quote_ident(btrim(part, ' "')))::oid
            from regexp_split_to_table(substr(one, 13), ',') with ordinality as parts (part, place)
            where to_regnamespace(quote_ident(btrim(part, ' "'))) is not null order by place limit 1
          ) then 'search_path' else one end, ', ' order by one) from unnest(p.proconfig) as one),
      p.prosrc)
  from pg_proc p join here on p.pronamespace = here.schema join pg_language l on l.oid = p.prolang
  where not ${isOfExtension('pg_proc', 'p.oid')}
  union all
  select 'type ' || t.typname, '', t.typtype::text
  from pg_type t join here on t.typnamespace = here.schema
  where not ${isOfExtension('pg_type', 't.oid')} and (t.typtype in ('d', 'e', 'r')
    or t.typtype = 'c' and exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
  union all
  -- Those of changes of a schema never run for the service; one that runs with each connection is of no schema.
  select 'event trigger ' || e.evtname, '', e.evtfoid::regprocedure::text
  from pg_event_trigger e where e.evtevent = 'login' and not ${isOfExtension('pg_event_trigger', 'e.oid')}
  union all
  -- Under another role of replication no guard of the trail runs.
  select 'setting session_replication_role', '', role from current_setting('session_replication_role') as role
  where role <> 'origin'`;
