/** Commands that a test runs as written, with the file of the test and the words in it that run them. */
export const RUN: Readonly<Record<string, { file: string; words: string }>> = {
  "npm start": { file: "deploy/nightly/bare/run.ts", words: "&& npm start`" },
};

/** Commands that no test runs as written, by the reason. */
export const NOT_RUN: Readonly<Record<string, readonly string[]>> = {
  "It needs files or hardware of a site; documented-commands.test.ts parses it as the program does.": [
    "npm run edge-agent -- init",
    "CAMERA_PASSWORD=... npm run edge-agent -- init --yes --cloud https://inspection.example.com --code K7MXQ-9RTWA --device gate-1 --camera rtsp://192.168.1.20/stream1 --username viewer --camera-id gate-1-top --container CSQU3054383",
    'npm run edge-agent -- camera add lane-1-xray "folder:/srv/xray?moveTo=done" --model illegal --scan-type illegal --after lane-1-top --after-seconds 12',
    "npm run edge-agent -- run",
    "npm run edge-agent -- status",
    "npm run edge-agent -- doctor",
    "npm run edge-agent -- run --dry-run --pictures shown",
    "npm run edge-agent -- run --once",
    "npm run edge-agent -- identify --station gate-1 --container CSQU3054383",
    "npm run edge-agent -- identify --lane lane-1 --container CSQU3054383",
    "npm run edge-agent -- model measure cargo.onnx load-1.jpg load-2.jpg empty.jpg",
    "npm run edge-agent -- model sign cargo.onnx --name category --release 1.1.0 --key release.pem",
    "npm run edge-agent -- config sign watching.enabled=false --name watching --release 1 --key release.pem",
    "npm run edge-agent -- config set releaseKey 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    "npm run edge-agent -- queue transfer /media/usb/gate-1.transfer",
    "npm run edge-agent -- queue acknowledge /media/usb/acknowledgement.ndjson",
    "npm run edge-agent -- page password",
    "npm run edge-agent -- page certificate",
    "AI_SERVICE_TOKEN=$(openssl rand -base64 32) npm run edge-agent -- serve --config edge-agent.yaml",
  ],
  "It needs the running demonstration; documented-commands.test.ts parses it as the program does.": [
    "npm run edge-agent -- status --config .data/demo/edge-agent.yaml",
    "npm run edge-agent -- queue status --config .data/demo/edge-agent.yaml",
  ],
  "It needs the running demonstration; deploy/walk/first-days hands pictures to the same folder.": [
    "cp edge-agent/models/samples/x-ray-1.png .data/demo/x-ray/",
  ],
  "It needs data of a site; documented-commands.test.ts parses it as the program does.": [
    "npm run cloud -- backup /backups/2026-11-20",
    "npm run cloud -- restore /backups/2026-11-20",
    "npm run cloud -- backup-pictures /backups/pictures",
    "npm run cloud -- verify-pictures /backups/pictures",
    "npm run cloud -- restore-pictures /backups/pictures",
    "npm run cloud -- migrate",
    "npm run cloud -- distribute-tracking",
    "npm run cloud -- recount-statistics",
    "npm run cloud -- export-training-data /data/set-1",
    "npm run cloud -- verify-chain chain.ndjson",
    "npm run cloud -- create-admin ann@example.com",
    "npm run cloud -- reset-password ann@example.com",
    "npm run cloud -- reset-second-factor ann@example.com",
    "npm run cloud -- erase-user ann@example.com",
    'npm run cloud -- erase-picture 6543f0c2a1b2c3d4e5f60718 --reason "request 12"',
  ],
  "It writes into the checkout; cloud/src/main.system.test.ts starts the service in folders of its own.": [
    "npm run cloud",
    "curl localhost:3000/ready",
  ],
  "It moves the tables between two databases of a site.": [
    `pg_dump --no-owner -t 'tracking_events*' -t 'tracking_rollups*' -t 'stream_event_receipts*' "$DATABASE_URL" | psql "$TRACKING_DATABASE_URL"`,
  ],
  "It changes the services of the machine; documented-commands.test.ts parses it as the program does.": [
    "sudo npm run edge-agent -- service install --user edge-agent --config /etc/edge-agent/edge-agent.yaml",
    "npm run edge-agent -- service status",
  ],
  "It needs a running agent; edge-agent/src/commands/run-reload.system.test.ts sends the signal to one.": [
    'kill -HUP "$(cat .data/edge-agent/outbox.sqlite.pid)"',
  ],
  "It needs a running agent with these lanes and stations; the tests of edge-agent/src/status send such requests.": [
    `curl -H 'Content-Type: application/json' -d '{"containerNumber":"CSQU3054383","confidence":0.9}' http://127.0.0.1:8090/stations/gate-1/container`,
    "curl -X POST -H 'Content-Type: application/json' -d '{}' http://127.0.0.1:8090/stations/yard-1/scan",
    `curl -H 'Content-Type: application/json' -d '{"containerNumber":"CSQU3054383"}' http://127.0.0.1:8090/lanes/lane-1/container`,
    `curl -H 'Content-Type: application/json' http://127.0.0.1:8090/lanes/lane-1/container -d '{"containers":[ {"containerNumber":"CSQU3054383","position":"front"},{"containerNumber":"MSCU1234566","position":"rear"}]}'`,
  ],
  "It needs accounts and files of a site; the tests of the route send such requests.": [
    `curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: text/csv" --data-binary @manifests.csv localhost:3000/v1/manifests/import`,
    `curl -H "Authorization: Bearer $TOKEN" --data-binary @manifests.csv "localhost:3000/v1/manifests/imports?fileName=manifests.csv"`,
    `curl -H "Authorization: Bearer $TOKEN" --data-binary @cuscar.edi "localhost:3000/v1/manifests/imports?fileName=cuscar.edi"`,
    `curl -H "Authorization: Bearer $TOKEN" "localhost:3000/v1/dcsa/v3/events?limit=100"`,
    `curl -H "Authorization: Bearer $TOKEN" "localhost:3000/v1/epcis/events?perPage=100"`,
    `curl -H "Authorization: Bearer $TOKEN" "localhost:3000/v1/dcsa/v3/events?equipmentReference=CSQU3054383"`,
    `curl -H "Authorization: Bearer $TOKEN" "localhost:3000/v1/epcis/events?MATCH_epc=urn:epc:id:bic:CSQU3054383"`,
    `curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" localhost:3000/v1/admin/webhooks -d '{"url":"https://terminal.example.com/events","format":"dcsa"}'`,
    `curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/octet-stream" --data-binary @category-1.1.0.release localhost:3000/v1/admin/releases`,
    `curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/octet-stream' --data-binary @gate-1.transfer --output acknowledgement.ndjson https://inspection.example.com/v1/admin/edge-imports`,
    `curl https://inspection.example.com/v1/user/auth/email/login -H 'Content-Type: application/json' -d '{"email":"ann@example.com","password":"…"}'`,
    `curl https://inspection.example.com/v1/user/auth/second-factor -H 'Content-Type: application/json' -d '{"challenge":"…","code":"123456"}'`,
    `curl https://inspection.example.com/v1/admin/service-accounts -H "Authorization: Bearer $ADMIN_TOKEN" -H 'Content-Type: application/json' -d '{"name":"port-system","role":"operator","expiresInDays":365}'`,
  ],
  "It is a command of OpenSSL; sign-release is tested with keys of the same kind.": [
    "openssl genpkey -algorithm ed25519 -out release.pem",
  ],
};
