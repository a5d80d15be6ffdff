-- Two years of a busy port, the same rows at every run: 200,000 containers, 400,000 scans, 600,000 audit entries, 100,000 manifests
-- and what belongs to them, times the setting seed.scale, up to the time in seed.now (seconds since 1970). Made for lists: owners,
-- actors and actions from very frequent to absent; statuses, people and unattached manifests that occur only long ago; a few ids
-- whose time is not that of their row, as after a step of the server's clock.
set session_replication_role = replica; -- no foreign key checks: ids below are right by construction
set synchronous_commit = off;

create function pg_temp.scaled(n int) returns int language sql immutable
  as $$ select greatest(1, round(n * current_setting('seed.scale')::numeric)::int) $$;
-- A number from 0 to 1 that only depends on its name.
create function pg_temp.unit(name text) returns double precision language sql immutable
  as $$ select ('x' || substr(md5(name), 1, 8))::bit(32)::bigint / 4294967296.0 $$;
-- The time of row n of `total`, evenly over two years with some jitter.
create function pg_temp.at(n int, total int) returns timestamptz language sql immutable
  as $$ select date_trunc('milliseconds', to_timestamp(current_setting('seed.now')::double precision
    - 63072000 * (1 - (n - pg_temp.unit('at' || n)) / total))) $$;
create function pg_temp.id(at timestamptz, name text) returns text language sql immutable
  as $$ select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || substr(md5(name), 1, 12) $$;
-- Operators: the first has a fifth of everything, the last a few rows; `sup` are supervisors.
create function pg_temp.operator(u double precision) returns text language sql immutable
  as $$ select pg_temp.id(to_timestamp(1600000000), 'op' || (1 + floor(479 * u ^ 4))::int) $$;
create function pg_temp.supervisor(u double precision) returns text language sql immutable
  as $$ select pg_temp.id(to_timestamp(1600000000), 'sup' || (1 + floor(20 * u ^ 2))::int) $$;
create function pg_temp.pick(u double precision, choices text[]) returns text language sql immutable
  as $$ select choices[1 + floor(array_length(choices, 1) * u)::int] $$;

insert into users (id, email, name, role, created_at, updated_at)
select pg_temp.id(to_timestamp(1600000000), person), person || '@example.com', 'Person ' || person,
  case when person like 'sup%' then 'supervisor' else 'operator' end, to_timestamp(1600000000), to_timestamp(1600000000)
from (select 'op' || n as person from generate_series(1, 479) n union all select 'sup' || n from generate_series(1, 20) n
  union all values ('op-old'), ('op-none')) people;

create temporary table seeded_containers as
select n, at, pg_temp.id(at + case when n % 1000 = 7 then interval '2 hours' else interval '1 ms' * (n % 300) end, 'container' || n) as id,
  pg_temp.id(at, 'visit' || n) as visit_id, pg_temp.id(at - interval '40 days', 'older visit' || n) as older_visit_id,
  pg_temp.pick(pg_temp.unit('line' || n) ^ 2, '{MSKU,MSCU,CMAU,HLCU,OOLU,EGHU,TGHU,TCLU,MEDU,FCIU,SUDU,ONEU,YMLU,ZIMU,APZU,QXZU}')
    || lpad((n::bigint * 7919 % 10000000)::text, 7, '0') as number,
  case when n <= pg_temp.scaled(3000) and n % 20 = 3 then pg_temp.id(to_timestamp(1600000000), 'op-old')
    else pg_temp.operator(pg_temp.unit('owner' || n)) end as owner_id,
  case when n <= pg_temp.scaled(40000) and n % 200 = 9 then 'HELD' else pg_temp.pick(pg_temp.unit('status' || n),
    '{REGISTERED,REGISTERED,SCANNED,SCANNED,SCANNED,SCANNED,SCANNED,SCANNED,SCANNED,CLEARED,CLEARED,CLEARED,CLEARED,INSPECT,ESCALATED}') end as status,
  n % 101 = 0 as is_deleted, n / 2 as m,
  -- Every second container has a manifest; the newest and very few others wait for theirs, some ended an older visit with it.
  n % 2 = 0 and n / 2 <= pg_temp.scaled(98000) and n / 2 % 3300 <> 0 as has_manifest,
  n / 2 % 10 < 3 and n % 2 = 0 or n % 7 = 0 as has_older_visit
from (select n, pg_temp.at(n, pg_temp.scaled(200000)) as at from generate_series(1, pg_temp.scaled(200000)) n) numbered;

create temporary table seeded_manifests as
select m, made.at, pg_temp.id(made.at, 'manifest' || m) as id, c.id as container_id, c.older_visit_id, c.number, c.is_deleted,
  c.has_manifest, c.has_older_visit,
  case when pg_temp.unit('maker' || m) < 0.6 then pg_temp.supervisor(pg_temp.unit('by' || m)) else pg_temp.operator(pg_temp.unit('by' || m)) end as created_by_id
from seeded_containers c
cross join lateral (select c.at - interval '1 day' * 20 * pg_temp.unit('paper' || m) as at) as early
cross join lateral (select date_trunc('milliseconds', early.at) as at) as made
where c.n % 2 = 0;

insert into manifests (id, container_number, number_key, bill_of_lading, vessel, shipper, consignee, declared_goods, container_type, weight, status, created_by_id, created_at, updated_at, deleted_at)
select id, number, number, 'BL' || substr(number, 1, 3) || lpad(m::text, 7, '0'), '{"name": "MSC Example", "imoNumber": "9074729"}',
  jsonb_build_object('name', 'Shipper ' || m % 900), jsonb_build_object('name', 'Consignee ' || m % 700),
  jsonb_build_array(jsonb_build_object('description', case when m <= pg_temp.scaled(10000) and m % 100 = 2 then 'Antique clocks'
    when m % 1000 = 3 then 'Paper filters' else 'Coffee beans' end, 'hsCode', '090111', 'packageCode', 'SA', 'numberOfPackages', 300)), '22G1', '{"gross": 21500}',
  case when m <= pg_temp.scaled(20000) and m % 100 = 1 then 'REJECTED' else pg_temp.pick(pg_temp.unit('papers' || m),
    '{VALIDATED,VALIDATED,VALIDATED,VALIDATED,VALIDATED,VALIDATED,SUBMITTED,SUBMITTED,AMENDED,DRAFT}') end,
  created_by_id, at, at, case when m % 97 = 0 then at + interval '1 hour' end
from seeded_manifests;

insert into containers (id, container_number, number_key, number_check, size_type, status, owner_id, source, manifest_id, category_scan, category_scan_ordered_at, visit_id, created_at, updated_at, deleted_at)
select c.id, c.number, c.number, case when c.n % 10 = 0 then 'bad-check-digit' else 'valid' end, '22G1', c.status, c.owner_id,
  case when c.n % 10 = 1 then 'user' else 'edge' end, case when c.has_manifest and not c.has_older_visit and not c.is_deleted then m.id end,
  case when c.status <> 'REGISTERED' then jsonb_build_object('scanId', pg_temp.id(c.at, 'scan' || c.n), 'timestamp', c.at, 'clockSuspect', false,
    'receivedAt', c.at, 'cameraId', 'camera-' || c.n % 2000, 'deviceId', 'box-' || c.n % 50, 'userEmail', null, 'model', null, 'image', null,
    'detections', jsonb_build_array(jsonb_build_object('class_name', 'carton', 'confidence', 0.9, 'area_percentage', 12.5)),
    'summary', jsonb_build_array(jsonb_build_object('className', 'carton', 'count', 1, 'areaPercent', 12.5, 'maxConfidence', 0.9))) end,
  c.at, c.visit_id, c.at, c.at + interval '1 hour', case when c.is_deleted then c.at + interval '1 day' end
from seeded_containers c left join seeded_manifests m using (m) order by c.n;

insert into visits (id, container_id, number, opened_by, opened_at, last_write_at)
select visit_id, id, case when has_older_visit then 2 else 1 end, 'edge', at, at + interval '1 hour' from seeded_containers;
insert into visits (id, container_id, number, opened_by, opened_at, last_write_at, closed_at, decision, status, manifest_id)
select c.older_visit_id, c.id, 1, 'edge', c.at - interval '40 days', c.at - interval '39 days', c.at - interval '39 days', 'clear', 'CLEARED',
  case when c.has_manifest then m.id end
from seeded_containers c left join seeded_manifests m using (m) where c.has_older_visit;

-- Two scans a container; the 2,001st has 3,000 more, as a test bench at a gate does.
insert into scans (id, container_id, visit_id, type, source, status, detections, summary, model_name, model_version, inference_ms, camera_id, device_id, timestamp, received_at, image_key, image_content_type, image_sha256, image_size_bytes, image_width, image_height)
select pg_temp.id(at, 'scan' || s), id, visit_id, pg_temp.pick(pg_temp.unit('kind' || s), '{category,category,category,category,defect,illegal}'), 'edge', 'done',
  jsonb_build_array(jsonb_build_object('class_name', 'carton', 'confidence', 0.9, 'area_percentage', 12.5)),
  jsonb_build_array(jsonb_build_object('className', 'carton', 'count', 1, 'areaPercent', 12.5, 'maxConfidence', 0.9)),
  'cargo', '1', 20, 'camera-' || s % 2000, 'box-' || s % 50, at, at, 'scans/' || s, 'image/jpeg', md5(s::text) || md5(s::text), 3000, 640, 480
from (
  select c.n + pg_temp.scaled(200000) * turn as s, c.id, c.visit_id, c.at + interval '1 hour' * turn + interval '1 minute' as at
  from seeded_containers c, generate_series(0, 1) turn
  union all
  select 2 * pg_temp.scaled(200000) + turn, c.id, c.visit_id, c.at + interval '1 minute' * turn
  from seeded_containers c, generate_series(1, pg_temp.scaled(3000)) turn where c.n = pg_temp.scaled(2001)
) taken;

insert into detection_verdicts (scan_id, index, verdict, reviewer_id, reviewed_at)
select id, 0, 'confirmed', pg_temp.supervisor(random()), received_at from scans where right(id, 2) = '00';

insert into evidence (id, container_id, visit_id, uploader_id, source, detections, timestamp, received_at, image_key, image_content_type, image_sha256, image_original_sha256, image_size_bytes, image_width, image_height, thumbnail_key, thumbnail_sha256, thumbnail_size_bytes)
select 'ev_' || pg_temp.id(at, 'photo' || e), id, visit_id, owner_id, 'user', '[]', at, at, 'evidence/' || e, 'image/jpeg', md5(e::text) || md5(e::text), md5(e::text) || md5(e::text), 3000, 640, 480, 'thumbnails/' || e, md5(e::text) || md5(e::text), 900
from (
  select n as e, id, visit_id, owner_id, at from seeded_containers where n % 10 = 4
  union all
  select 1000000 + turn, id, visit_id, owner_id, at + interval '1 minute' * turn from seeded_containers, generate_series(1, pg_temp.scaled(2000)) turn where n = pg_temp.scaled(2001)
) photos;

-- One container in ten was escalated; the newest 300 are open. Supervisor sup20 resolved only long ago.
insert into escalations (id, container_id, visit_id, state, source, reason, findings, raised_by_id, claimed_by_id, claimed_at, decision, decision_reason, resolved_by_id, resolved_at, created_at, updated_at)
select pg_temp.id(at, 'escalation' || n), id, visit_id, state, 'user', case when n % 5000 = 30 then 'Door ajar' else 'Seal broken' end, '[]', owner_id,
  case when state <> 'OPEN' then claimer end, case when state <> 'OPEN' then at end, case when state = 'RESOLVED' then 'clear' end,
  case when state = 'RESOLVED' then 'Checked' end, case when state = 'RESOLVED' then claimer end, case when state = 'RESOLVED' then at end, at, at
from (select *, case when n <= pg_temp.scaled(4000) then pg_temp.id(to_timestamp(1600000000), 'sup20') else pg_temp.supervisor(0.9 * pg_temp.unit('claimer' || n)) end as claimer,
  case when n > pg_temp.scaled(194000) or n % 4000 = 10 then 'OPEN' when n % 500 = 20 then 'CLAIMED' else 'RESOLVED' end as state
  from seeded_containers where n % 10 = 0) raised;

-- Actors: boxes, the shared key, people from busy to rare, the service, strangers; actions from very frequent to once a quarter.
insert into audit_log (id, at, actor_type, actor_id, actor_name, action, subject_type, subject_id, before, after, request_id)
select pg_temp.id(written.at + case when written.n % 5000 = 7 then interval '3 hours' else interval '0' end, 'audit' || written.n), written.at, actor,
  case actor when 'user' then pg_temp.id(to_timestamp(1600000000), person) when 'edge' then case when written.n % 3 <> 0 then pg_temp.id(to_timestamp(1600000000), 'box' || written.n % 50) end end,
  case actor when 'user' then person || '@example.com' when 'edge' then case when written.n % 3 <> 0 then 'box-' || written.n % 50 else 'edge' end else actor end,
  action, split_part(action, '.', 1), case split_part(action, '.', 1) when 'scan' then pg_temp.id(written.at, 'scan' || written.n) when 'manifest' then m.id else c.id end,
  null, case action when 'container.attach-manifest' then jsonb_build_object('manifestId', m.id) else jsonb_build_object('status', 'SCANNED', 'count', written.n % 9) end,
  'request-' || written.n
from (
  select n, at, person, 1 + n / 3 % pg_temp.scaled(200000) as c,
    case when n <= pg_temp.scaled(50000) and n % 1000 = 5 then 'topology.update' when n <= pg_temp.scaled(100000) and n % 50 = 6 then 'webhook.update'
      when actor = 'edge' then pg_temp.pick(pg_temp.unit('did' || n), '{scan.record,scan.record,scan.record,scan.record,scan.record,container.create,container.create,container.set-status,evidence.add}')
      when actor = 'user' then pg_temp.pick(pg_temp.unit('did' || n), '{manifest.create,manifest.create,manifest.update,container.attach-manifest,escalation.claim,escalation.resolve,container.set-number,device.register}')
      when actor = 'anonymous' then 'email.request-password-reset' else 'scan.finish' end as action, actor
  from (
    select n, pg_temp.at(n, pg_temp.scaled(600000)) as at,
      case when n <= pg_temp.scaled(30000) and n % 100 = 4 then 'op-old' else 'op' || (1 + floor(479 * pg_temp.unit('actor' || n) ^ 4))::int end as person,
      case when n % 1000 = 8 then 'anonymous' when n % 20 = 9 then 'system' when n % 100 = 4 or n % 3 = 1 then 'user' else 'edge' end as actor
    from generate_series(1, pg_temp.scaled(600000)) n) entries
) written
join seeded_containers c on c.n = written.c left join seeded_manifests m on m.m = c.m;

insert into invites (id, email, role, told_token_hash, mailed_token_hash, invited_by_id, created_at, expires_at, accepted_at, revoked_at)
select pg_temp.id(at, 'invite' || n), 'guest' || n % 1900 || '@example.com', 'operator', md5('told' || n), md5('mailed' || n), pg_temp.supervisor(pg_temp.unit('inviter' || n)), at, at + interval '7 days',
  case when n % 10 > 2 then at end, case when n % 10 = 2 and n <= pg_temp.scaled(3000) then at end
from (select n, pg_temp.at(n, pg_temp.scaled(5000)) as at from generate_series(1, pg_temp.scaled(5000)) n) made;

insert into email_jobs (id, kind, recipient, subject, body, link_expires_at, status, created_at)
select pg_temp.id(at, 'mail' || n), 'invite', 'guest' || n % 1900 || '@example.com', 'Invitation', repeat('Welcome. ', 40), at,
  case when n <= pg_temp.scaled(2000) and n % 20 = 1 then 'failed' else 'sent' end, at
from (select n, pg_temp.at(n, pg_temp.scaled(20000)) as at from generate_series(1, pg_temp.scaled(20000)) n) made;

insert into devices (device_id, user_id, platform, push_token, app_version, device_model, is_active, last_active_at, created_at)
select 'phone-' || n, pg_temp.id(to_timestamp(1600000000), 'op' || 1 + n % 479), 'android', 'token-' || n, '1.0', 'Pixel', true, to_timestamp(1600000000 + n), to_timestamp(1600000000 + n)
from generate_series(1, pg_temp.scaled(20000)) n;

insert into push_deliveries (id, notice_id, device_id, user_id, kind, title, body, data, collapse_key, status, created_at)
select pg_temp.id(at, 'push' || n), 'notice-' || n, 'phone-' || n % 1500, pg_temp.id(to_timestamp(1600000000), 'sup1'), 'escalation', 'Escalated', 'Container', '{}', 'k',
  case when n <= pg_temp.scaled(5000) and n % 20 = 1 then 'failed' else 'sent' end, at
from (select n, pg_temp.at(n, pg_temp.scaled(50000)) as at from generate_series(1, pg_temp.scaled(50000)) n) made;

insert into webhooks (id, url, events, secret, created_by_id, created_at, updated_at)
select pg_temp.id(to_timestamp(1600000000), 'hook' || n), 'https://example.com/' || n, '{scan.recorded}', 'x', pg_temp.supervisor(0), to_timestamp(1600000000), to_timestamp(1600000000)
from generate_series(1, 10) n;

insert into webhook_deliveries (id, webhook_id, type, payload, status, created_at)
select pg_temp.id(at, 'delivery' || n), pg_temp.id(to_timestamp(1600000000), 'hook' || 1 + n % 10), 'scan.recorded', repeat('{"a": 1}', 30),
  case when n <= pg_temp.scaled(5000) and n % 20 = 1 then 'failed' else 'delivered' end, at
from (select n, pg_temp.at(n, pg_temp.scaled(100000)) as at from generate_series(1, pg_temp.scaled(100000)) n) made;

insert into edge_devices (id, name, source, reported_id, last_seen_at, silent_since, created_at, updated_at)
select pg_temp.id(to_timestamp(1600000000), 'box' || n), 'box-' || n, 'own-key', 'gate-' || n, case when n % 7 > 0 then to_timestamp(1700000000) end, case when n % 50 = 1 then to_timestamp(1700000000) end, to_timestamp(1600000000), to_timestamp(1600000000)
from generate_series(0, 1999) n;

insert into sites (id, name, position) select 'site-' || n, 'Site ' || n, n from generate_series(0, 9) n;
insert into lanes (id, site_id, name, position) select 'lane-' || n, 'site-' || n % 10, 'Lane ' || n, n / 10 from generate_series(0, 99) n;
insert into cameras (camera_id, name, lane_id, created_at, updated_at)
select 'camera-' || n, 'Camera ' || n, case when n % 10 < 8 then 'lane-' || n % 100 end, to_timestamp(1600000000), to_timestamp(1600000000) from generate_series(0, 1799) n;
insert into seen_cameras (camera_id, device_id, first_seen_at, last_seen_at) select 'camera-' || n, 'box-' || n % 50, to_timestamp(1600000000), to_timestamp(1700000000) from generate_series(100, 1999) n;

-- Three shifts a day in each lane but the last, which was only used long ago; op-old worked only long ago.
insert into shifts (id, lane_id, operator_id, taken_by_id, started_at, ends_at)
select pg_temp.id(at, 'shift' || n), case when n <= pg_temp.scaled(6000) and n % 20 = 5 then 'lane-99' else 'lane-' || n % 99 end,
  case when n <= pg_temp.scaled(2000) and n % 20 = 3 then pg_temp.id(to_timestamp(1600000000), 'op-old') else pg_temp.operator(pg_temp.unit('shift of' || n)) end,
  pg_temp.supervisor(pg_temp.unit('taker' || n)), at, at + interval '8 hours'
from (select n, pg_temp.at(n, pg_temp.scaled(200000)) as at from generate_series(1, pg_temp.scaled(200000)) n) taken;

-- A version of the model each week, and a configuration each month; each was rolled out twice.
insert into releases (id, kind, name, version, manifest, signed_by, sha256, size_bytes, uploaded_by_id, created_at)
select pg_temp.id(at, 'release' || n), case when n % 5 = 4 then 'configuration' else 'model' end, 'cargo', '1.0.' || n, '{"settings": []}', 'key', md5('release' || n), 1000, pg_temp.supervisor(0), at
from (select n, pg_temp.at(n, 130) as at from generate_series(1, 130) n) uploaded;
insert into roll_outs (id, release_id, site_ids, device_ids, canary_ids, stage, state, created_by_id, created_at, updated_at)
select pg_temp.id(created_at, 'roll-out' || id || turn), id, '[]', '[]', '[]', 'all', case when turn = 1 then 'rolled-back' else 'active' end, uploaded_by_id, created_at, created_at
from releases, generate_series(1, 2) turn;

insert into category_maps (version, map, note, created_at)
select n, (select map from category_maps where version = 1), 'Version ' || n, to_timestamp(1600000000) from generate_series(2, 60) n;

insert into rule_sets (version, site_id, state, rules, base_version, note, proposed_by_id, created_at)
select n, case when n % 3 = 0 then 'site-' || n % 10 end, pg_temp.pick(pg_temp.unit('rules' || n), array['candidate', 'withdrawn', 'replaced']),
  (select rules from rule_sets where version = 1), 1, 'Version ' || n, pg_temp.supervisor(pg_temp.unit('proposer' || n)), to_timestamp(1600000000)
from generate_series(2, 60) n;
-- A replay that judged a tenth of all visits differently.
insert into replays (id, rule_set_version, state, days, since, base_version, map_version, visits_done, visits_total, tally, started_by_id, started_at)
select pg_temp.id(to_timestamp(1600000000), 'replay'), 30, 'done', 365, to_timestamp(1600000000), 1, 1, 0, 0, '{}', pg_temp.supervisor(0.5), to_timestamp(1600000000);
insert into replay_changes (replay_id, visit_id, from_lane, to_lane, added, removed)
select pg_temp.id(to_timestamp(1600000000), 'replay'), id, 'green', 'yellow', '[]', '[]' from visits where pg_temp.unit(id) < 0.1;

-- A week of one camera that counts 60 objects a minute.
insert into tracking_rollups (camera_id, width_seconds, bucket, device_id, session_id, tracking_id, event_count, first_seen, last_seen, event_id, class_name, confidence, x1, y1, x2, y2, received_at)
select 'camera-1', width, at, 'box-1', 'session', 1000 * n + object, 20, at, at + interval '50 seconds', 'e' || object, 'carton', 0.9, 0, 0, 10, 10, at
from (select 60 as width, n, to_timestamp((floor(current_setting('seed.now')::double precision / 60) - n) * 60) as at from generate_series(1, pg_temp.scaled(3000)) n
  union all select 3600, n, to_timestamp((floor(current_setting('seed.now')::double precision / 3600) - n) * 3600) from generate_series(1, pg_temp.scaled(170)) n) buckets, generate_series(1, 60) object;

drop table seeded_containers, seeded_manifests;
reset session_replication_role;
reset synchronous_commit;
