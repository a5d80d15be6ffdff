// Generated from the cloud's OpenAPI document. Do not edit: run npm run generate-client

export type paths = {
    "/health": {
        parameters: {
        };
        /** Check whether the process runs */
        get: operations["getHealthV1"];
    };
    "/metrics": {
        parameters: {
        };
        /**
         * Get the metrics of the process, for Prometheus
         * @description Programs on the same machine, which connect from a loopback address without a proxy, need no token. All others send METRICS_TOKEN as a bearer token, and get 403 where it is not set. A bearer token that is sent must be valid.
         */
        get: operations["getMetricsV1"];
    };
    "/ready": {
        parameters: {
        };
        /**
         * Check whether the service is ready
         * @description Checks `database` (accepts writes, answers within 2 s), `migrations` (all that this build needs) and `draining` (the process is not stopping). `storage` (pictures can be written), `tracking-database` and `read-replica` (if there is one) and `ai-service` are reported but not counted: all replicas share them, and a replica without them still serves everything else.
         */
        get: operations["getReadinessV1"];
    };
    "/v1/admin/audit-log": {
        parameters: {
        };
        /**
         * List the audit log, newest first
         * @description Every write by users, edge devices and the service itself, recorded in the transaction of its effects. An update lists only the fields that changed. Stream events and heartbeats are not included.
         */
        get: operations["listAuditLogV1"];
    };
    "/v1/admin/cameras": {
        parameters: {
        };
        /** List cameras by id, including those that sent records but are not registered */
        get: operations["listAdminCamerasV1"];
    };
    "/v1/admin/cameras/{cameraId}": {
        parameters: {
        };
        /** Get the registration of a camera */
        get: operations["getCameraRegistrationV1"];
        /**
         * Register a camera, or change its registration
         * @description The id is the `camera_id` that its device sends; the camera need not have sent anything yet. Fields that are left out keep their value, null clears them. Honours If-Match, with the ETag of the registration.
         */
        put: operations["registerCameraV1"];
        /**
         * Delete the registration of a camera
         * @description Its events and scans stay, and it stays on the list if it has any. Honours If-Match.
         */
        delete: operations["unregisterCameraV1"];
    };
    "/v1/admin/cameras/{cameraId}/tracking-events": {
        parameters: {
        };
        /**
         * Export the tracking events of a camera as CSV
         * @description Events from `from` up to but not including `to` (now, if absent), at most 366 days, in the order of their time, those of days that were moved into files included. The first line has the names of the columns; times are UTC.
         */
        get: operations["exportTrackingEventsV1"];
    };
    "/v1/admin/category-map": {
        parameters: {
        };
        /**
         * The category map in force
         * @description Which classes of a detection model explain which declared goods. The manifest match uses it.
         */
        get: operations["getCategoryMapV1"];
        /**
         * Replace the category map
         * @description Takes a whole map, which becomes the next version; every match that is read afterwards uses it, and the lanes of current visits follow in the background. Putting the map that is in force creates no version. To restore an older version, put its map again. Escalations that earlier maps raised stay. A new map raises none by itself: the next scan, or the next change of a manifest, does. Honours If-Match.
         */
        put: operations["updateCategoryMapV1"];
    };
    "/v1/admin/category-map/unmapped-classes": {
        parameters: {
        };
        /**
         * List the classes of cargo scans that no category map names, most seen first
         * @description Those of the last 10,000 scans of the last 30 days that neither the category map nor the rule set for every site names. Each visit on which one is seen is at least yellow until the map names it.
         */
        get: operations["listUnmappedClassesV1"];
    };
    "/v1/admin/category-map/versions": {
        parameters: {
        };
        /**
         * Every category map that was ever in force, newest first
         * @description Without the maps: who put which version in force, when and why.
         */
        get: operations["listCategoryMapVersionsV1"];
    };
    "/v1/admin/category-map/versions/{version}": {
        parameters: {
        };
        /**
         * One version of the category map
         * @description The version that a `manifestMatch.ruleSet` names. To restore it, put its `map` again: that creates a new version.
         */
        get: operations["getCategoryMapVersionV1"];
    };
    "/v1/admin/edge-devices": {
        parameters: {
        };
        /** List edge devices, newest first */
        get: operations["listEdgeDevicesV1"];
        /**
         * Create an edge device with its own key, or with a code to join
         * @description The key, or the code instead, is returned only here; the service keeps its hash. A code works once, for 15 minutes, at `POST /v1/edge/join`.
         */
        post: operations["createEdgeDeviceV1"];
    };
    "/v1/admin/edge-devices/{id}": {
        parameters: {
        };
        /**
         * Get an edge device with its keys and its newest heartbeat
         * @description The ETag, for If-Match, covers what admins write, and not what the device reports.
         */
        get: operations["getEdgeDeviceV1"];
        /**
         * Update the name or note of an edge device
         * @description Fields that are left out keep their value. Honours If-Match.
         */
        put: operations["updateEdgeDeviceV1"];
        /**
         * Delete an edge device with its keys and its configuration
         * @description Its keys and its code stop working immediately. A device that signs with the shared key is listed again with its next heartbeat. Honours If-Match.
         */
        delete: operations["deleteEdgeDeviceV1"];
    };
    "/v1/admin/edge-devices/{id}/chain": {
        parameters: {
        };
        /**
         * Export the chains of a device's records
         * @description Lines of JSON: the device's signing keys, the hashed text, hash and signature of each record, and an end. `npm run cloud -- verify-chain FILE` verifies the file without a network.
         */
        get: operations["exportEdgeChainV1"];
    };
    "/v1/admin/edge-devices/{id}/configuration": {
        parameters: {
        };
        /**
         * Get the configuration that is kept of an edge device
         * @description As the device reported it last, without secrets; `missing` names what was left out. New hardware that joins with a code of this device restores it. It is deleted when the device is revoked or deleted.
         */
        get: operations["getEdgeConfigurationV1"];
    };
    "/v1/admin/edge-devices/{id}/join-code": {
        parameters: {
        };
        /**
         * Create a one-time code with which a device gets its key
         * @description The code is returned only here. It works once, for 15 minutes, at `POST /v1/edge/join`, and replaces a code that is still open. Honours If-Match.
         */
        post: operations["createJoinCodeV1"];
    };
    "/v1/admin/edge-devices/{id}/revoke": {
        parameters: {
        };
        /**
         * Revoke an edge device permanently
         * @description All its keys and its code stop working immediately, in every process, and its configuration is deleted. The device stays on the list. A device that signs with the shared key cannot be revoked alone: change `EDGE_API_KEY`. Honours If-Match.
         */
        post: operations["revokeEdgeDeviceV1"];
    };
    "/v1/admin/edge-devices/{id}/rotate": {
        parameters: {
        };
        /**
         * Create a new key for an edge device
         * @description The new key is returned only here. The previous keys keep working for `overlapMinutes`: one day by default, one week at most; 0 disables them immediately. A device that signed with the shared key has its own key from then on. Honours If-Match.
         */
        post: operations["rotateEdgeKeyV1"];
    };
    "/v1/admin/edge-devices/{id}/signing-key": {
        parameters: {
        };
        /**
         * Set the key with which an edge device signs its records
         * @description The public key that `edge-agent signing-key` prints on the device, with the proof that the device has the private half; a device that joins registers its key itself. A key belongs to one device that is not revoked. The previous key still counts for what was captured before. Honours If-Match.
         */
        put: operations["setEdgeSigningKeyV1"];
    };
    "/v1/admin/edge-imports": {
        parameters: {
        };
        /**
         * Import the records of a device without a connection
         * @description Takes the file that `edge-agent queue transfer` writes, at most 16 GiB, and records what it holds as if the device had delivered it: a record that also arrives from the device, or in another file, is recorded once. The file is checked as a whole before anything of it is recorded: it must be signed with a key of a device that is not revoked. The reply is the signed acknowledgement for `edge-agent queue acknowledge`, with the status of each record. When the reply is truncated, import the file again.
         */
        post: operations["importTransferV1"];
    };
    "/v1/admin/edge-imports/key": {
        parameters: {
        };
        /**
         * Get the key with which the service signs
         * @description It signs the acknowledgements of imported records, and case files. Devices receive it when they join and with each heartbeat. For a device that has never been connected, pass it to `edge-agent queue acknowledge --cloud-key`; for a case file, to `node verify.mjs --key`.
         */
        get: operations["getAcknowledgementKeyV1"];
    };
    "/v1/admin/email-jobs": {
        parameters: {
        };
        /**
         * List emails, newest first
         * @description Without a mail server, the job contains the link for an administrator to pass on.
         */
        get: operations["listEmailJobsV1"];
    };
    "/v1/admin/email-jobs/{id}/retry": {
        parameters: {
        };
        /**
         * Retry an email that was not sent
         * @description An email that was sent, or whose link has expired, cannot be retried.
         */
        post: operations["retryEmailJobV1"];
    };
    "/v1/admin/invites": {
        parameters: {
        };
        /** List invites, newest first */
        get: operations["listInvitesV1"];
        /**
         * Invite a user
         * @description Emails a link that works once, for 7 days, and returns `inviteUrl`, another link to the same invite, for sites without a mail server. Revokes earlier open invites to the address.
         */
        post: operations["createInviteV1"];
    };
    "/v1/admin/invites/{id}": {
        parameters: {
        };
        /** Revoke an invite */
        delete: operations["revokeInviteV1"];
    };
    "/v1/admin/push-deliveries": {
        parameters: {
        };
        /**
         * List push notices to phones and browsers, newest first
         * @description One delivery for each phone or browser of a supervisor or admin. Each is attempted for up to four hours and kept for 30 days.
         */
        get: operations["listPushDeliveriesV1"];
    };
    "/v1/admin/releases": {
        parameters: {
        };
        /** List versions of models and settings, newest first */
        get: operations["listReleasesV1"];
        /**
         * Upload a signed version of a model or of settings
         * @description Takes the file that `edge-agent model sign` or `config sign` writes, at most 512 MiB. It is checked as a whole before it is kept: the signature by the key that it names, and the hash of each file in it. A device uses it only if that key is the `releaseKey` of its own configuration. Uploading the same file again returns the release that exists (200), and restores it where the storage has lost or damaged it.
         */
        post: operations["uploadReleaseV1"];
    };
    "/v1/admin/releases/{id}": {
        parameters: {
        };
        /**
         * Delete a version that was never rolled out
         * @description Deletes its file, too. A version that a roll-out names stays, even if that roll-out has ended: the list of roll-outs shows which devices ran it. The same version may be uploaded again.
         */
        delete: operations["deleteReleaseV1"];
    };
    "/v1/admin/roll-outs": {
        parameters: {
        };
        /** List roll-outs, newest first */
        get: operations["listRollOutsV1"];
        /**
         * Roll a version of a model or of settings out to devices
         * @description The devices of the group learn of it with the reply to their next heartbeat: in the stage `canary` only `canaryIds`, in the stage `all` every device of the group. In the stage `shadow`, `canaryIds`, or without any every device of the group, run a model beside the one in use: what it finds is counted and not recorded. Each device downloads the release, checks it, and runs or refuses it (`GET /v1/admin/roll-outs/{id}`). Of several roll-outs of the same model, the newest that covers a device counts.
         */
        post: operations["createRollOutV1"];
    };
    "/v1/admin/roll-outs/{id}": {
        parameters: {
        };
        /**
         * Get a roll-out with what each device of its group runs
         * @description By the newest heartbeat of each device: whether it is to run the release, how far it is with it, why it refused it, and what it runs instead.
         */
        get: operations["getRollOutV1"];
        /**
         * Promote, stop, continue or roll back a roll-out
         * @description `stage: all` promotes it to the whole group, `canary` to the canary devices. `state: stopped` lets no further device begin with it and ends comparisons, `active` continues. `state: rolled-back` ends it: its devices return to what was rolled out to them before, or to their own configuration. A roll-out is shown as `superseded` while a newer one of the same name has reached its whole group.
         */
        put: operations["updateRollOutV1"];
    };
    "/v1/admin/service-accounts": {
        parameters: {
        };
        /** List the accounts of programs, newest first */
        get: operations["listServiceAccountsV1"];
        /**
         * Create the account of a program that uses the API
         * @description Returns its first token, once. The program sends it as `Authorization: Bearer`; it may do what a person of its role may, and appears in the audit log under its own name. It has no password and receives no mail.
         */
        post: operations["createServiceAccountV1"];
    };
    "/v1/admin/service-accounts/{id}/tokens": {
        parameters: {
        };
        /**
         * Issue a further token for a service account
         * @description The earlier tokens stay valid, so that the program can be changed over. End them afterwards.
         */
        post: operations["issueServiceTokenV1"];
    };
    "/v1/admin/service-accounts/{id}/tokens/{tokenId}": {
        parameters: {
        };
        /**
         * End a token of a service account
         * @description It stops working immediately. To end all of them, disable the account with `PUT /v1/admin/users/{id}`.
         */
        delete: operations["endServiceTokenV1"];
    };
    "/v1/admin/sign-in-policy": {
        parameters: {
        };
        /** Get which roles require a second factor */
        get: operations["getSignInPolicyV1"];
        /**
         * Set which roles require a second factor
         * @description Takes effect immediately, also for open sessions: users of such a role who have none can only add one, until they have. Sessions that were opened with an external provider and service accounts are not affected. Honours If-Match.
         */
        put: operations["updateSignInPolicyV1"];
    };
    "/v1/admin/topology": {
        parameters: {
        };
        /** Get sites and lanes without their cameras, as a change sends them */
        get: operations["getTopologyPlanV1"];
        /**
         * Replace all sites and lanes
         * @description Send the whole plan in display order: sites and lanes with an id are kept, and may be renamed or moved; those without one are created; those that are left out are deleted. Cameras of a deleted lane have no lane. Honours If-Match.
         */
        put: operations["putTopologyPlanV1"];
    };
    "/v1/admin/users": {
        parameters: {
        };
        /** List accounts, newest first */
        get: operations["listUsersV1"];
    };
    "/v1/admin/users/{id}": {
        parameters: {
        };
        /** Get an account */
        get: operations["getUserV1"];
        /**
         * Change an account's role, disable it, or enable it again
         * @description Omitted fields do not change. The change takes effect immediately: a new role applies to the next request, and disabling ends all sessions, which enabling does not restore. The last administrator who can sign in keeps that right. An account that was erased at the person's request cannot be changed. Honours If-Match.
         */
        put: operations["updateUserV1"];
    };
    "/v1/admin/users/{id}/second-factors": {
        parameters: {
        };
        /**
         * Reset the second factor of a user who has lost it
         * @description Removes all second factors and recovery codes, ends all sessions of the user, and mails a notice. The user signs in with the password, and adds a new second factor where the role requires one.
         */
        delete: operations["resetSecondFactorV1"];
    };
    "/v1/admin/users/{id}/sessions": {
        parameters: {
        };
        /** List a user's sessions, newest first */
        get: operations["listSessionsOfUserV1"];
        /**
         * End all sessions of a user
         * @description Takes effect with the next request of those sessions, in every process; their live streams end.
         */
        delete: operations["endSessionsOfUserV1"];
    };
    "/v1/admin/users/{id}/sessions/{sessionId}": {
        parameters: {
        };
        /**
         * End a session of a user
         * @description Takes effect with the next request of that session, in every process; its live streams end.
         */
        delete: operations["endSessionOfUserV1"];
    };
    "/v1/admin/webhooks": {
        parameters: {
        };
        /** List webhooks, newest first */
        get: operations["listWebhooksV1"];
        /**
         * Create a webhook that sends events to another system
         * @description Sends future events of these kinds as POST requests that are signed according to the Standard Webhooks specification (https://www.standardwebhooks.com): `webhook-id`, `webhook-timestamp` and `webhook-signature` over `{ "type", "timestamp", "data" }`, where `data` is that of the same event in `GET /v1/events`. With the `format` `dcsa` or `epcis`, the body is what a terminal system reads instead: a list of events of DCSA's Track and Trace 3, which also carries its `Notification-Signature`, or a document of EPCIS 2.0. A 2xx within 15 s counts as delivered. Other deliveries are retried for about a day, in no particular order. A webhook is disabled by a 410, and when all attempts of an event have failed after five days without a delivery. An event may be sent twice with the same `webhook-id`. Where the service is traced, a request has a W3C `traceparent`. There are at most 20 webhooks. The secret is not returned again.
         */
        post: operations["createWebhookV1"];
    };
    "/v1/admin/webhooks/{id}": {
        parameters: {
        };
        /**
         * Get a webhook
         * @description The ETag, for If-Match, covers all but `failingSince` and `missingSettings`.
         */
        get: operations["getWebhookV1"];
        /**
         * Change a webhook, disable it, or enable it again
         * @description Omitted fields do not change. A disabled webhook misses the events of that time, and its pending deliveries fail. Honours If-Match.
         */
        put: operations["updateWebhookV1"];
        /**
         * Delete a webhook with its deliveries
         * @description Honours If-Match.
         */
        delete: operations["deleteWebhookV1"];
    };
    "/v1/admin/webhooks/{id}/deliveries": {
        parameters: {
        };
        /**
         * List the deliveries of a webhook, newest first
         * @description Deliveries are kept for 30 days.
         */
        get: operations["listWebhookDeliveriesV1"];
    };
    "/v1/admin/webhooks/{id}/deliveries/{deliveryId}/retry": {
        parameters: {
        };
        /**
         * Retry a failed or waiting delivery now
         * @description If the attempt fails, others follow for a day, as for a new delivery.
         */
        post: operations["retryWebhookDeliveryV1"];
    };
    "/v1/admin/webhooks/{id}/rotate-secret": {
        parameters: {
        };
        /**
         * Rotate the signing secret of a webhook
         * @description For 24 hours every delivery is signed with the new and the previous secret, so that the receiver can switch without losing events. The secret is not returned again. Honours If-Match.
         */
        post: operations["rotateWebhookSecretV1"];
    };
    "/v1/admin/webhooks/{id}/test": {
        parameters: {
        };
        /**
         * Send a test event of the type `webhook.test` to a webhook
         * @description The webhook's deliveries show the outcome. In the formats of terminal systems, the test is a delivery without events.
         */
        post: operations["testWebhookV1"];
    };
    "/v1/cameras": {
        parameters: {
        };
        /** List cameras by id: those that events or scans named, and those that admins registered */
        get: operations["listCamerasV1"];
    };
    "/v1/cameras/{cameraId}": {
        parameters: {
        };
        /** Get a camera with its place and its last event */
        get: operations["getCameraV1"];
    };
    "/v1/cameras/{cameraId}/drift": {
        parameters: {
        };
        /**
         * Get how a camera differs from its reference, with small pictures of then and now
         * @description The device of the camera compares each day with those after its installation. `drift` of `GET /v1/cameras` names the cameras that differ.
         */
        get: operations["getCameraDriftV1"];
    };
    "/v1/cameras/{cameraId}/live-picture": {
        parameters: {
        };
        /**
         * Watch a camera: its newest small picture with the tracked objects, waiting for the next one
         * @description The device of the camera sends pictures only while requests come: ask again after each reply, with its `version` as `after` and a `waitSeconds`, and wait some seconds after a reply without a picture that came at once. `absence` states why no newer picture comes. A user watches at most 16 cameras at the same time (`TOO_MANY_STREAMS`).
         */
        get: operations["getLivePictureV1"];
    };
    "/v1/containers": {
        parameters: {
        };
        /**
         * List containers, newest first, by last activity, or by the age of their lane
         * @description Operators see the containers they own, supervisors and admins see all. With `sort=lastActivity`, the container whose current
         *     visit has the latest record comes first: the time of its last scan or photo, or of the visit's opening before there is one.
         *     With `sort=laneSince` and a `verdict`, those that wait longest come first: by `visit.laneSince`, of visits without a decision.
         *
         *     `class` matches containers whose current visit has a scan that shows an object of this class as the model reported it, `cameraId` and
         *     `laneId` those with a scan or a photo of this camera, or of a camera that is in this lane now. `verdict` is the lane of
         *     the current visit, of all its pictures and papers, as `visit.lane` of each container and of its report states it.
         *
         *     `from` and `to` go with the order by creation, `activeFrom` and `activeTo` with `sort=lastActivity`; together with another order they are refused.
         *
         *     `search` looks at the manifests and escalations of all visits. Goods and reasons are searched where the text has three letters or digits of
         *     ASCII in a row, or other letters; a text of few letters that are all outside ASCII is found in the first 1,000 characters of them.
         */
        get: operations["listContainersV1"];
        /**
         * Register a container
         * @description The caller owns it. Manifests that wait for the number are attached if their creators may see the container. Under an Idempotency-Key, which belongs to the caller and does not expire, the same request sent again gets the first reply, with `Idempotent-Replayed: true`, and has no further effect.
         */
        post: operations["createContainerV1"];
    };
    "/v1/containers/{id}": {
        parameters: {
        };
        /**
         * One container with its newest category scan
         * @description `status`, `manifestId`, `manifestIds`, `categoryScan` and `visit` are those of the current visit, or of the visit that the query names.
         */
        get: operations["getContainerV1"];
        /**
         * Delete a container
         * @description The container is no longer found, and its number and its manifests become free; its scans and photos stay in the records. A later record of the number creates a new container. A container that is under a legal hold, escalated, held or to be inspected cannot be deleted; a decision to hold stands until another supervisor clears the container. Honours If-Match.
         */
        delete: operations["deleteContainerV1"];
    };
    "/v1/containers/{id}/case-file": {
        parameters: {
        };
        /**
         * The case file of a container
         * @description A ZIP archive with the pictures, findings, decisions, audit entries, hash chains and signatures of the container, or of the visit that `visit` names. `node verify.mjs` in the unpacked folder verifies it without a network; the README in it states what that shows. The service signs it; the export is recorded in the audit log, with the fingerprint of the key.
         */
        get: operations["getCaseFileV1"];
    };
    "/v1/containers/{id}/container-number": {
        parameters: {
        };
        /**
         * Set the number of a container
         * @description Setting the current number again succeeds and changes nothing. A container without a manifest gets those that wait for the new number, if their creators may see the container; attached manifests stay. Critical findings that the change causes against the container's scan escalate it. Operators cannot rename a container that is escalated, held, to be inspected or under a legal hold. While it is, its former number stays bound to it: a scan of that number belongs to it, and no other container gets the number. Honours If-Match.
         */
        put: operations["setContainerNumberV1"];
    };
    "/v1/containers/{id}/escalate": {
        parameters: {
        };
        /**
         * Escalate a container to the supervisors
         * @description Owners may escalate their own containers, supervisors all. The container is ESCALATED until a supervisor resolves the escalation, or stays HELD and `isEscalated` while a decision to hold stands; it has at most one open escalation. Honours If-Match with the container's ETag. Under an Idempotency-Key, which belongs to the caller and does not expire, the same request sent again gets the first reply, with `Idempotent-Replayed: true`, and has no further effect.
         */
        post: operations["escalateContainerV1"];
    };
    "/v1/containers/{id}/evidence": {
        parameters: {
        };
        /**
         * List a container's evidence photos, newest first
         * @description The photos of all visits, or of the visit that `visit` names.
         */
        get: operations["listEvidenceV1"];
        /**
         * Add an evidence photo to a container
         * @description The body is one image: JPEG, PNG, WebP or TIFF of one page, at most 100 megapixels and 20 MB. Its bytes are stored unchanged, with their SHA-256. The caller is the uploader. `takenAt` is for a photo that waited for a connection; a time more than 5 minutes ahead or more than 400 days old is stored, marked clockSuspect. Under an Idempotency-Key, which belongs to the caller and does not expire, the same request sent again gets the first reply, with `Idempotent-Replayed: true`, and has no further effect.
         */
        post: operations["addEvidenceV1"];
    };
    "/v1/containers/{id}/evidence/{evidenceId}": {
        parameters: {
        };
        /** One evidence photo of a container */
        get: operations["getEvidenceV1"];
        /**
         * Delete an evidence photo
         * @description Only the uploader and the owner of the container may delete it: no role overrides this, and the uploader may do so even without access to the container. While the container is under a legal hold, or held by a decision, its evidence cannot be deleted. Honours If-Match.
         */
        delete: operations["deleteEvidenceV1"];
    };
    "/v1/containers/{id}/evidence/{evidenceId}/image": {
        parameters: {
        };
        /**
         * The picture of an evidence photo
         * @description As it was sent, or with `size=thumbnail` a JPEG of at most 320 × 320 pixels.
         */
        get: operations["getEvidenceImageV1"];
    };
    "/v1/containers/{id}/evidence/{evidenceId}/visualization": {
        parameters: {
        };
        /** The picture of an evidence photo with the detections of the device drawn in */
        get: operations["getEvidenceVisualizationV1"];
    };
    "/v1/containers/{id}/examinations": {
        parameters: {
        };
        /**
         * List what examinations of a container found, newest first
         * @description Those of its current visit, or of the visit that `visit` names; at most 100.
         */
        get: operations["listExaminationsV1"];
        /**
         * Record what an examination of a container found
         * @description On the current visit of the container, with the rules that had found something at that time: `confirmedRules` names those that the examination confirmed, by which the precision of the rules is counted. A decision to inspect is the order to examine. The status of the container does not change: a supervisor decides after that. An examination is not changed; record another one. Honours If-Match. Under an Idempotency-Key, which belongs to the caller and does not expire, the same request sent again gets the first reply, with `Idempotent-Replayed: true`, and has no further effect.
         */
        post: operations["recordExaminationV1"];
    };
    "/v1/containers/{id}/legal-hold": {
        parameters: {
        };
        /**
         * Place a container under a legal hold
         * @description Until the hold is released, the container, its evidence and its pictures are not deleted, not even after their retention period. Placing the hold again replaces its reason. Honours If-Match.
         */
        put: operations["placeLegalHoldV1"];
        /**
         * Release a container from its legal hold
         * @description Pictures whose retention period has ended are deleted within one hour. Honours If-Match.
         */
        delete: operations["releaseLegalHoldV1"];
    };
    "/v1/containers/{id}/manifest": {
        parameters: {
        };
        /**
         * Attach a manifest to a container
         * @description Replaces the manifests that the container had, which are then attached to no container. A manifest that is attached to another container moves, if the caller may also see that container, which then gets the manifests that wait for it. The numbers need not agree: the match reports a difference, and its critical findings escalate the container. The manifest belongs to the current visit; older visits keep theirs. Honours If-Match, with the container's ETag.
         */
        put: operations["attachManifestV1"];
        /**
         * Detach the manifest from a container
         * @description The manifest is kept, attached to no container; of several, all are detached. A container without a manifest is MANIFEST_NOT_FOUND. Honours If-Match, with the container's ETag.
         */
        delete: operations["detachManifestV1"];
    };
    "/v1/containers/{id}/manifests/{manifestId}": {
        parameters: {
        };
        /**
         * Attach a further manifest to a container
         * @description For house bills of a consolidated container: the manifests that the container has stay attached, and what all of them declare is compared with the pictures together. House bills that name the container attach by themselves, see `POST /v1/manifests`. At most 100 manifests; one more is MANIFEST_CONFLICT. A manifest that is attached to another container moves, if the caller may also see that container, which then gets the manifests that wait for it. The numbers need not agree: the match reports a difference, and its critical findings escalate the container. The manifest belongs to the current visit; older visits keep theirs. Honours If-Match, with the container's ETag.
         */
        put: operations["attachFurtherManifestV1"];
        /**
         * Detach one of the manifests of a container
         * @description The manifest is kept, attached to no container; the others stay attached. One that is not attached to the container is MANIFEST_NOT_FOUND. Critical findings that this causes escalate the container. Honours If-Match, with the container's ETag.
         */
        delete: operations["detachOneManifestV1"];
    };
    "/v1/containers/{id}/merge": {
        parameters: {
        };
        /**
         * Merge a misread container into the right one
         * @description Moves everything that was recorded under the misread number to the container that the body names: scans with their verdicts, photos, escalations, manifests and visits. A visit joins the visit that its first record would have belonged to, or becomes a visit of its own. Of two open escalations, that of the other container continues with the reasons and findings of both. A hold on either container, by decision or by law, then holds the other one. The other container keeps its owner, number and size type. MANIFEST_CONFLICT where both have manifests on the same visit: detach those of one first. On older visits, the manifests of the other container stay, and those of the misread one wait. Afterwards, the id of the misread container is CONTAINER_NOT_FOUND, with the number and id of the other one in the message. Devices' records of the misread number that were taken before go to the other container; later ones create a new container, unless the other one is escalated, held, to be inspected or under a legal hold: then they belong to it. Cannot be undone. Honours If-Match, with the ETag of the misread container.
         */
        post: operations["mergeContainerV1"];
    };
    "/v1/containers/{id}/near-misses": {
        parameters: {
        };
        /**
         * List the expected numbers that a container's number may be a misreading of
         * @description Expected are the numbers that `GET /v1/edge/expected-numbers` lists. A supervisor confirms the number (`PUT .../number-confirmation`), merges the container into the right one (`POST .../merge`), or corrects the number (`PUT .../container-number`) where only a manifest has the other one. Operators get the numbers of their own containers.
         */
        get: operations["getNearMissesV1"];
    };
    "/v1/containers/{id}/number-confirmation": {
        parameters: {
        };
        /**
         * Confirm that a container's number was read correctly
         * @description Confirming again changes nothing. Another number (`PUT .../container-number`) is not confirmed. Honours If-Match.
         */
        put: operations["confirmContainerNumberV1"];
    };
    "/v1/containers/{id}/owner": {
        parameters: {
        };
        /**
         * Transfer a container to another owner
         * @description Takes the id or the email address of the new owner. A disabled account counts as not found. The manifest stays attached. Honours If-Match.
         */
        put: operations["setContainerOwnerV1"];
    };
    "/v1/containers/{id}/report": {
        parameters: {
        };
        /**
         * The inspection report of a container
         * @description The state of the current visit, or of the visit that `visit` names, at one moment, with a verdict and its reasons. A decision to clear settles what was known when it was taken; later scans, and another or changed manifest, are considered again. Detections count as their reviewers left them: a rejected detection does not count against the container, and is reported with the reviewer and the note. PDF is not implemented.
         */
        get: operations["getContainerReportV1"];
    };
    "/v1/containers/{id}/scans": {
        parameters: {
        };
        /**
         * List a container's scans of every kind and source, newest first
         * @description The scans of all visits, or of the visit that `visit` names, in the order they arrived. Category scans are compared, as reviewed, with the current manifests of their visit.
         */
        get: operations["listScansV1"];
    };
    "/v1/containers/{id}/scans/{scanId}": {
        parameters: {
        };
        /**
         * One scan of a container
         * @description A category scan is compared, as reviewed, with the current manifests of its visit.
         */
        get: operations["getScanV1"];
    };
    "/v1/containers/{id}/scans/{scanId}/detections": {
        parameters: {
        };
        /**
         * Add an object that the model missed
         * @description `index` is the position of the detection in the scan's `detections`, from 0. Detections and summary stay as the model returned them; what counts is what the reviewers leave: a rejected detection does not count, a corrected one counts under its other class, and corrected and confirmed ones count as certain, with the outline that the reviewer drew. Objects that a reviewer added count too: they are listed among the `verdicts`, with indexes after the detections, which are never used again. This is what is compared with the manifest, in the scan's `manifestMatch` and in the report, which also lists what was rejected, by whom and why. A verdict resolves no escalation and changes no container's status: a supervisor decides. Honours If-Match with the ETag of the scan. What is added is the entry of the reply's `verdicts` with the greatest index; it is changed by setting its verdict, and removed with that.
         */
        post: operations["addDetectionV1"];
    };
    "/v1/containers/{id}/scans/{scanId}/detections/{index}/verdict": {
        parameters: {
        };
        /**
         * Confirm, correct or reject a detection, or change one that a reviewer added
         * @description `index` is the position of the detection in the scan's `detections`, from 0. Detections and summary stay as the model returned them; what counts is what the reviewers leave: a rejected detection does not count, a corrected one counts under its other class, and corrected and confirmed ones count as certain, with the outline that the reviewer drew. Objects that a reviewer added count too: they are listed among the `verdicts`, with indexes after the detections, which are never used again. This is what is compared with the manifest, in the scan's `manifestMatch` and in the report, which also lists what was rejected, by whom and why. A verdict resolves no escalation and changes no container's status: a supervisor decides. Honours If-Match with the ETag of the scan. It replaces the verdict of another reviewer.
         */
        put: operations["setDetectionVerdictV1"];
        /**
         * Remove the verdict on a detection, or a detection that a reviewer added
         * @description `index` is the position of the detection in the scan's `detections`, from 0. Detections and summary stay as the model returned them; what counts is what the reviewers leave: a rejected detection does not count, a corrected one counts under its other class, and corrected and confirmed ones count as certain, with the outline that the reviewer drew. Objects that a reviewer added count too: they are listed among the `verdicts`, with indexes after the detections, which are never used again. This is what is compared with the manifest, in the scan's `manifestMatch` and in the report, which also lists what was rejected, by whom and why. A verdict resolves no escalation and changes no container's status: a supervisor decides. Honours If-Match with the ETag of the scan.
         */
        delete: operations["removeDetectionVerdictV1"];
    };
    "/v1/containers/{id}/scans/{scanId}/image": {
        parameters: {
        };
        /**
         * The picture of a scan
         * @description As it was sent, or with `size=thumbnail` a JPEG of at most 320 × 320 pixels.
         */
        get: operations["getScanImageV1"];
    };
    "/v1/containers/{id}/scans/{scanId}/visualization": {
        parameters: {
        };
        /** The picture of a scan with its findings drawn in */
        get: operations["getScanVisualizationV1"];
    };
    "/v1/containers/{id}/scans/category": {
        parameters: {
        };
        /**
         * Verify the cargo category on a picture of the load
         * @description The body is one image: JPEG, PNG, WebP or TIFF of one page (16-bit greyscale for X-ray), at most 100 megapixels and 20 MB; the bytes decide, not the header. The scan is stored with its picture and does not change the container's `categoryScan`. While the AI service is unavailable, `scan.status` is "pending": the scan is finished later. Read it again then. It is compared with the container's manifest.
         */
        post: operations["scanCategoryV1"];
    };
    "/v1/containers/{id}/scans/category/stream": {
        parameters: {
        };
        /**
         * Classify the cargo on one frame of a stream
         * @description The body is one image, as for a scan. The AI service answers while the caller waits, at most 10 s. The frame is stored as a scan of the container when something was found on it; otherwise `scan` is only part of this reply.
         */
        post: operations["scanCategoryFrameV1"];
    };
    "/v1/containers/{id}/scans/defect": {
        parameters: {
        };
        /**
         * Detect defects on a picture of the container
         * @description The body is one image: JPEG, PNG, WebP or TIFF of one page (16-bit greyscale for X-ray), at most 100 megapixels and 20 MB; the bytes decide, not the header. The scan is stored with its picture and does not change the container's `categoryScan`. While the AI service is unavailable, `scan.status` is "pending": the scan is finished later. Read it again then.
         */
        post: operations["scanDefectV1"];
    };
    "/v1/containers/{id}/scans/illegal": {
        parameters: {
        };
        /**
         * Detect illegal goods on an X-ray picture
         * @description The body is one image: JPEG, PNG, WebP or TIFF of one page (16-bit greyscale for X-ray), at most 100 megapixels and 20 MB; the bytes decide, not the header. The scan is stored with its picture and does not change the container's `categoryScan`. While the AI service is unavailable, `scan.status` is "pending": the scan is finished later. Read it again then.
         */
        post: operations["scanIllegalV1"];
    };
    "/v1/containers/{id}/scans/illegal/stream": {
        parameters: {
        };
        /**
         * Detect illegal goods on one X-ray frame of a stream
         * @description The body is one image, as for a scan. The AI service answers while the caller waits, at most 10 s. The frame is stored as a scan of the container when something was found on it; otherwise `scan` is only part of this reply.
         */
        post: operations["scanIllegalFrameV1"];
    };
    "/v1/containers/{id}/visits": {
        parameters: {
        };
        /**
         * List a container's visits, newest first
         * @description In the order in which they became known: a visit whose records arrive late has a greater number than the visits that followed it.
         */
        get: operations["listVisitsV1"];
        /**
         * Begin a container's next visit
         * @description For the owner or a supervisor, when the container has returned before devices can recognise that by the time (`VISIT_GAP_HOURS`). The container becomes REGISTERED, without a category scan, and gets the manifests that wait for its number; the previous visit keeps its own. Records that were taken before still go to the previous visit. A container that is escalated, held or to be inspected must be cleared first; a visit without a scan or photo cannot be followed by another. Honours If-Match, with the container's ETag.
         */
        post: operations["openVisitV1"];
    };
    "/v1/containers/facets": {
        parameters: {
        };
        /**
         * Count the containers of a list by what they can be narrowed by
         * @description Takes the filters of `GET /v1/containers` but `from` and `to`. Class, camera and lane are those of the 500 matching containers with the last activity at most; `total` is of all. Operators see counts of the containers they own.
         */
        get: operations["getContainerFacetsV1"];
    };
    "/v1/containers/identify": {
        parameters: {
        };
        /**
         * Read the container number from a picture, and find or create the container
         * @description The body is one image, as for a scan; it is not stored. A container that is created belongs to the caller. Where no number can be read, or the text is not a container number, `containerNumber` is null; `candidates` then lists what was read and is too doubtful, and `reason` why; expected numbers, as on open manifests, are preferred. An unknown number with a wrong check digit was probably misread: no container is created, and `container` is null; where the number is right, register the container by hand. Operators get 403 for a container of another user. While the AI service is unavailable, or has no model that reads numbers, the reply is 503 with Retry-After. With `create=false` the number is read and its container found, and none is created.
         */
        post: operations["identifyContainerV1"];
    };
    "/v1/dcsa/v3/events": {
        parameters: {
        };
        /**
         * List what happened to containers, as events of DCSA's Track and Trace 3
         * @description A client of DCSA's interface uses `…/v1/dcsa` as its base address. Gate-in (`GTIN`), inspected (`INSP`), selected for inspection (`CUSI`), held (`HOLD` of the customs clearance), released (`CUSR`), seal changed (`RSEA`). A page covers the last week, oldest first; `Next-Page` leads to the next one. With `equipmentReference`, all events of that container come at once, however old they are. An event can come again, with the same `eventID`. After the correction of a number, what was sent under the wrong one is retracted (`retractedEventID`) and sent again under the right one. Off unless `TRADE_PARTY` and `TRADE_LOCATION` are set.
         */
        get: operations["listDcsaEventsV1"];
    };
    "/v1/devices": {
        parameters: {
        };
        /** List the caller's registered devices, the last registered first */
        get: operations["listDevicesV1"];
    };
    "/v1/devices/register": {
        parameters: {
        };
        /**
         * Register a mobile device for push notifications
         * @description Registering again updates the device, makes it active, and moves it to the caller. The active device of another user moves only with its present push token. Another device with the same push token is removed. One person has at most 100 devices: the one registered longest ago makes room.
         */
        post: operations["registerDeviceV1"];
    };
    "/v1/devices/unregister": {
        parameters: {
        };
        /**
         * Unregister a device from push notifications
         * @description For use on logout. A device that is no longer registered, or belongs to another user, is not found.
         */
        delete: operations["unregisterDeviceV1"];
    };
    "/v1/docs": {
        parameters: {
        };
        /** Get the reference page of this document */
        get: operations["getDocsV1"];
    };
    "/v1/edge/camera-drift": {
        parameters: {
        };
        /**
         * Report how the days of a camera differ from those after its installation
         * @description It replaces the last report of the camera, unless that one was compared later (`timestamp`); one without `measures` ends the drift. A device with its own key is identified by the key, with the shared key by `device_id`. A measure that is new is reported to supervisors, to `GET /v1/events` and to webhooks (`camera.drifted`).
         */
        post: operations["recordCameraDriftV1"];
    };
    "/v1/edge/configuration": {
        parameters: {
        };
        /**
         * Report the configuration of a device, without its secrets
         * @description It replaces what the device reported before, and is returned to new hardware that joins as this device (`POST /v1/edge/join` with `restore`). The device leaves keys, passwords and credentials inside addresses out, and lists them in `missing`. A device sends it when the reply to a heartbeat names another `configurationSha256`. A device with its own key is identified by the key, with the shared key by `device_id`.
         */
        post: operations["recordEdgeConfigurationV1"];
    };
    "/v1/edge/containers/{containerNumber}/evidence": {
        parameters: {
        };
        /**
         * Record a photo from a device as evidence
         * @description Body, pictures, idempotency and container as for a category scan, but `detections` may be left out. The uploader is the account of `user_email`, or the default edge account.
         */
        post: operations["ingestEvidenceV1"];
    };
    "/v1/edge/containers/{containerNumber}/scans/category": {
        parameters: {
        };
        /**
         * Record a category scan made on a device
         * @description Creates the container when its number is unknown. The container shows the scan with the newest timestamp, whatever order scans arrive in; a time more than 5 minutes ahead or more than 400 days old is stored, marked clockSuspect and ordered by arrival. `manifestMatch` compares this scan with the manifest of the container, null without one. Where `user_email` names an account, that account owns a container that is created or whose next visit begins; within a visit it replaces only the default account as the owner. With an Idempotency-Key the scan is recorded once: the same key and body again gets the first reply with `Idempotent-Replayed: true`, another body 409. The image is compared by `image_sha256`, so a copy marked `image_reduced` is the same record; the visualization is not compared. `record_sha256` is checked. Critical findings of the match escalate the container.
         */
        post: operations["ingestCategoryScanV1"];
    };
    "/v1/edge/containers/{containerNumber}/scans/defect": {
        parameters: {
        };
        /**
         * Record a defect scan made on a device
         * @description Body, pictures, idempotency and container as for a category scan. The container's `categoryScan` does not change, and no manifest is compared.
         */
        post: operations["ingestDefectScanV1"];
    };
    "/v1/edge/containers/{containerNumber}/scans/illegal": {
        parameters: {
        };
        /**
         * Record an illegal-goods scan made on a device
         * @description Body, pictures, idempotency and container as for a category scan. The container's `categoryScan` does not change, and no manifest is compared. Illegal goods that were found with a confidence of at least ILLEGAL_ESCALATION_CONFIDENCE escalate the container.
         */
        post: operations["ingestIllegalScanV1"];
    };
    "/v1/edge/containers/identify": {
        parameters: {
        };
        /**
         * Find or create the container in front of a device
         * @description By `container_number`, or else by an `image` from which the AI service reads the number, and prefers an expected one in doubt; with both, the number counts. The picture is not stored. `user_email` is the operator: where it names an account, that account owns a container that this write creates or whose next visit it begins; within a visit it becomes the owner only in place of the default edge account. Without it, or without such an account, the default edge account owns a new container. Manifests that wait for the number are attached. With `passage_id`, what was recorded of that passage under a placeholder (`UNIDENTIFIED-…`) moves to the container of the number; a passage that a person has named stays as it is. An image that shows no number is 400 `NUMBER_NOT_READABLE`: sending it again does not help. While the AI service is unavailable, or has no model that reads numbers, the reply is 503 with Retry-After, and nothing is stored: the device still has the record.
         */
        post: operations["identifyEdgeContainerV1"];
    };
    "/v1/edge/expected-numbers": {
        parameters: {
        };
        /**
         * List the container numbers that readers may expect
         * @description Numbers on manifests that changed within 180 days, unless the manifest is rejected or its container cleared, and numbers of containers that changed within 30 days; at most the newest 10,000 of each. With `If-None-Match`, the list is sent only when it has changed.
         */
        get: operations["getExpectedNumbersV1"];
    };
    "/v1/edge/heartbeat": {
        parameters: {
        };
        /**
         * Report device status
         * @description Replaces the previous heartbeat of the device. A device with its own key is identified by the key; with the shared key by `device_id`, under which it is listed from then on; without one nothing is stored. An Idempotency-Key is remembered for one day, since a device sends thousands of heartbeats in it; a heartbeat sent again later counts as a new one. A camera that is down or faulty in every heartbeat for `CAMERA_FAULT_SECONDS` is reported to supervisors, to `GET /v1/events` and to webhooks, as is its recovery; so is a disk or queue with less than `EDGE_DISK_LOW_PERCENT` of free space, until half as much again is free, and a clock that is off by more than a minute. The reply names the operator on shift in the lane of each camera (`POST /v1/shifts`), what is rolled out to the device (`POST /v1/admin/roll-outs`), and the key that is registered for its records.
         */
        post: operations["recordHeartbeatV1"];
    };
    "/v1/edge/join": {
        parameters: {
        };
        /**
         * Exchange a one-time code from an admin for a key
         * @description Needs no key. A code works once. If the reply is lost, ask for another code: replies that contain a key are not stored, so an Idempotency-Key is not honoured here. Previous keys of the device keep working for one day. `signing_key` registers the key with which the device signs its records, and `signing_key_proof` shows that the device has it; the previous one still counts for what was captured before. With `restore`, new hardware gets the configuration that is kept of the device, without its secrets, and the last record of each of its chains.
         */
        post: operations["joinV1"];
    };
    "/v1/edge/live-pictures": {
        parameters: {
        };
        /**
         * Send a small picture of a camera that a user watches
         * @description It replaces the last one, and is deleted some seconds after no user watches the camera any longer. Accepted from the device whose newest heartbeat lists the camera; `watched: false` in the reply means that nothing was kept: stop sending. At most 10 per second and camera, 524288 bytes each. Nothing needs to be repeated, so an Idempotency-Key is not necessary; one is remembered for a day.
         */
        post: operations["recordLivePictureV1"];
    };
    "/v1/edge/releases/{id}": {
        parameters: {
        };
        /**
         * Download a version of a model or of settings
         * @description The file as it was uploaded, for the devices whose heartbeats are answered with it (`releases`), and open to every other device. A download that was cut continues with `Range` and `If-Range`. The device checks its SHA-256 and the signature by its own `releaseKey`.
         */
        get: operations["downloadReleaseV1"];
    };
    "/v1/edge/verdicts": {
        parameters: {
        };
        /**
         * List how the containers that a device scanned are decided about, waiting for a change
         * @description The visits in the 30 scans of the device that were taken last, within 24 hours, in the order in which they were taken. With `known` and `wait_seconds`, the reply comes when the list differs from the known one, or after that time: a device that asks again after each reply learns of a decision within a second. A device has two such requests at most; a further one ends the oldest. A device that has not sent a heartbeat yet gets an empty list at once.
         */
        get: operations["getEdgeVerdictsV1"];
    };
    "/v1/edge/watched-cameras": {
        parameters: {
        };
        /**
         * List the cameras of a device that users watch now, waiting for a change
         * @description With `known` and `wait_seconds`, the reply comes when the list differs from the known one, or after that time: a device that asks again after each reply learns within a second that a user watches a camera. A device has two such requests at most; a further one ends the oldest. A device that has not sent a heartbeat yet gets an empty list at once.
         */
        get: operations["getWatchedCamerasV1"];
    };
    "/v1/epcis/events": {
        parameters: {
        };
        /**
         * List what happened to containers, as a document of EPCIS 2.0
         * @description The events of `GET /v1/dcsa/v3/events` in the other vocabulary: ObjectEvents with the business steps `arriving`, `inspecting`, `holding` and `other`, and the dispositions of the Core Business Vocabulary. A container is `urn:epc:id:bic:` and its number. The header `Link` leads to the next page. An event that was taken back is repeated with an `errorDeclaration`. Off unless `TRADE_PARTY` and `TRADE_LOCATION` are set.
         */
        get: operations["listEpcisEventsV1"];
    };
    "/v1/escalations": {
        parameters: {
        };
        /** The supervisors' queue, newest first */
        get: operations["listEscalationsV1"];
    };
    "/v1/escalations/{id}": {
        parameters: {
        };
        /**
         * One escalation
         * @description Operators read the escalations of containers they own, supervisors all.
         */
        get: operations["getEscalationV1"];
    };
    "/v1/escalations/{id}/claim": {
        parameters: {
        };
        /**
         * Claim an escalation
         * @description The first caller gets it; claiming it again changes nothing. Honours If-Match.
         */
        post: operations["claimEscalationV1"];
    };
    "/v1/escalations/{id}/release": {
        parameters: {
        };
        /**
         * Return a claimed escalation to the queue
         * @description For the user who claimed it, or an admin. Honours If-Match.
         */
        post: operations["releaseEscalationV1"];
    };
    "/v1/escalations/{id}/resolve": {
        parameters: {
        };
        /**
         * Resolve an escalation with a decision
         * @description The container becomes CLEARED, HELD or INSPECT, and its visit is closed. For the user who claimed the escalation, or any supervisor while it is not claimed. Four-eyes rule: a decision to hold stands, whatever is decided afterwards, until a supervisor other than the one who took it clears the container; until then it stays HELD. With `findingsSeen`, a decision on fewer findings than the escalation has by now is refused. Honours If-Match.
         */
        post: operations["resolveEscalationV1"];
    };
    "/v1/escalations/{id}/viewers/me": {
        parameters: {
        };
        /**
         * Report that the caller looks at an escalation
         * @description Repeat it every 30 s while that lasts: after 75 s without it, the caller no longer counts as looking. It claims nothing, and is not in the audit log.
         */
        put: operations["viewEscalationV1"];
        /**
         * Report that the caller no longer looks at an escalation
         * @description Succeeds as well where the caller was not listed.
         */
        delete: operations["leaveEscalationV1"];
    };
    "/v1/escalations/queue": {
        parameters: {
        };
        /**
         * The undecided escalations, most severe and oldest first
         * @description Illegal goods come first, then other alerts, escalations by users, manifest matches and the random sample; the oldest first among each. `standingHoldsBy` names the users whom the four-eyes rule keeps from clearing the container.
         */
        get: operations["getEscalationQueueV1"];
    };
    "/v1/escalations/viewers": {
        parameters: {
        };
        /**
         * Who looks at which escalation now
         * @description The caller is listed as well. The live event `escalation.viewers-changed` reports when a user begins or ceases to look at an escalation; a user whose browser has reported nothing for 75 s is no longer listed, without an event.
         */
        get: operations["listEscalationViewersV1"];
    };
    "/v1/events": {
        parameters: {
        };
        /**
         * Stream live events as server-sent events
         * @description Each event has an `id`, its kind as `event`, and a LiveEvent in JSON as `data`. Operators get the events of containers
         *     that they own at that time, and those of cameras; supervisors and admins get all events.
         *
         *     A stream begins with the event `reset`, whose data is empty: read again what you display, and all later changes follow. A client
         *     that sends a position gets no `reset`, but all events after it, without loss or repetition, across restarts and on any
         *     replica: the `Last-Event-ID` of the last event it received (browsers send it when they reconnect), or `lastEventId`, such as the
         *     `events-after` of the console's page. If it missed more than 500 events, or the id is unknown or more than a week old, it gets a `reset`.
         *
         *     A comment is sent every 15 seconds. A stream ends when its session ends, when the user's role changes, when a client reads too
         *     slowly, and after an hour: reconnect then. A user has at most 20 streams on each
         *     replica (`TOO_MANY_STREAMS`).
         */
        get: operations["streamEventsV1"];
    };
    "/v1/fleet/faults": {
        parameters: {
        };
        /**
         * Silent edge devices, faulty cameras, full disks and wrong clocks
         * @description What supervisors are notified of, as long as it lasts. Revoked devices and their cameras do not count.
         */
        get: operations["getFleetFaultsV1"];
    };
    "/v1/invites/{token}": {
        parameters: {
        };
        /** Preview an invite */
        get: operations["previewInviteV1"];
    };
    "/v1/invites/{token}/accept": {
        parameters: {
        };
        /** Accept an invite: create the account and sign in */
        post: operations["acceptInviteV1"];
    };
    "/v1/manifests": {
        parameters: {
        };
        /**
         * List manifests, newest first
         * @description Operators see the manifests they created and those of containers they own, supervisors and admins see all.
         */
        get: operations["listManifestsV1"];
        /**
         * Create a manifest
         * @description Its status is DRAFT by default. It is attached to the container that its containerNumber names, when that container has no manifest, is on a visit that is not over, and the caller may see it. A house bill is attached beside the manifests of such a container, before a decision: all have bills of lading that differ, none names another voyage number or ship, and they were created within 30 days. Otherwise the manifest waits: the newest one that waits for a number, and its house bills, are attached when the container appears or begins its next visit, if the creator of the manifest may see it. `notUnderstood` lists the values that are not kept, that no rule can compare as they are written, and a wrong check digit: all else of the request is written. The content of the objects is kept unchanged; numbers in it that a double cannot hold, such as 12345678901234567890, are kept as text. A container whose scan does not fit the manifest, with critical findings, is escalated.
         */
        post: operations["createManifestV1"];
    };
    "/v1/manifests/{id}": {
        parameters: {
        };
        /** One manifest */
        get: operations["getManifestV1"];
        /**
         * Update a manifest
         * @description Replaces the top-level fields that are given and leaves the others; null empties a field, so that a manifest can be put back as it was read. Any status may follow any other. A new containerNumber moves the manifest to the container that it names, where one created now would be attached; otherwise an attached manifest stays where it is. A request that changes nothing leaves the manifest unchanged. Numbers in the objects are kept as by POST, and `notUnderstood` lists values of the request as there. Critical findings that the change causes against the scan of its container escalate that container. Honours If-Match.
         */
        put: operations["updateManifestV1"];
        /**
         * Delete a manifest
         * @description The manifest is detached from its container, which keeps its other manifests and gets those that wait for its number, and is no longer found. Critical findings that this causes escalate the container. Honours If-Match.
         */
        delete: operations["deleteManifestV1"];
    };
    "/v1/manifests/{id}/history": {
        parameters: {
        };
        /**
         * List the changes of a manifest, newest first
         * @description Each write with the fields that it changed, before and after: creation, changes, attaching to a container, detaching, and deletion. Users who may see a manifest may see its history; its creator and supervisors may do so even after it was deleted.
         */
        get: operations["getManifestHistoryV1"];
    };
    "/v1/manifests/{id}/match-preview": {
        parameters: {
        };
        /**
         * Preview the match of a change
         * @description Takes the fields of PUT, changes nothing, and returns the match of all pictures of the container's current visit before and after the change, by the rules in force. Both are null without a container that the caller may see, without a picture of its cargo, and for a change to another containerNumber. Honours If-Match.
         */
        post: operations["previewManifestMatchV1"];
    };
    "/v1/manifests/import": {
        parameters: {
        };
        /**
         * Import a file of manifests
         * @description CSV or JSON lines, at most 5000 lines and 4 MB. The reply has a result for each line: an invalid line is reported and does not affect the others. Each manifest is written in a transaction of its own and attaches as one that is sent alone. When the request fails midway, what was written stays, and the file can be sent again: the newest manifest that the caller created for the same bill of lading and container number is updated as by PUT, and stays unchanged where the file holds nothing new. Manifests without a bill of lading are created again each time. In CSV, rows of one bill of lading and container number are one manifest with one item of goods each, which is imported completely or not at all; the fields of the manifest itself are repeated in its other rows, or empty there. Weights are in kilograms, volumes in cubic metres. Under an Idempotency-Key, which belongs to the caller and is remembered for one day, each manifest is written once, also those without a bill of lading: a file that is sent again reports what was written before with its first outcome.
         */
        post: operations["importManifestsV1"];
    };
    "/v1/manifests/imports": {
        parameters: {
        };
        /**
         * Import a file of manifests in the background
         * @description Takes a file of XLSX, EDIFACT CUSCAR, DCSA bill of lading, JSON, JSON lines, CSV, recognised by its content, of at most 20 MB and 50000 rows. It is read and written in the background; the reply names the import, whose state and rows have their own routes. Each manifest is written in a transaction of its own, and attaches as one that is sent alone; an import whose process is killed continues where it ended. The newest manifest that the caller created for the same bill of lading and container number is updated as by PUT, and stays unchanged where the file holds nothing new. The same file again returns its earlier import, unless `again` is true. With `preview`, nothing is written, and the rows show what an import would do. Where the file leaves open what it means, such as the sign before decimals, the import waits for an answer.
         */
        post: operations["startManifestImportV1"];
    };
    "/v1/manifests/imports/{id}": {
        parameters: {
        };
        /**
         * The state of an import
         * @description Operators see their own imports. An import is kept for 30 days.
         */
        get: operations["getManifestImportV1"];
        /**
         * Continue an import after a preview or a question
         * @description Reads the file again with these answers, and writes its manifests unless `preview` is true. Chosen columns are remembered for the caller, and used for later files with columns of the same names.
         */
        put: operations["answerManifestImportV1"];
    };
    "/v1/manifests/imports/{id}/rows": {
        parameters: {
        };
        /**
         * The outcome of each row of an import
         * @description In the order of the file. While the import runs, rows without an outcome are missing.
         */
        get: operations["listManifestImportRowsV1"];
    };
    "/v1/openapi.json": {
        parameters: {
        };
        /** Get this document */
        get: operations["getOpenApiDocumentV1"];
    };
    "/v1/passages": {
        parameters: {
        };
        /**
         * List vehicles whose containers a person must name, or has named, newest first
         * @description A passage is one vehicle through one gate lane. It is listed while its device named no number for it, or several. Operators see passages whose containers they all own.
         */
        get: operations["listPassagesV1"];
    };
    "/v1/passages/{id}/assignment": {
        parameters: {
        };
        /**
         * Name the container of a passage
         * @description Everything that was recorded of the passage moves to the container of the number, which is created where it does not exist: scans with their verdicts, photos, and open escalations that rest on them. Records that arrive afterwards follow. A container that stood for this passage alone becomes that one, or is merged into it with all that is of it. Decisions stay where they were taken; from a container that is held by a decision or by law, nothing moves. Both visits are judged again. Another assignment takes back what devices recorded of the passage, and the escalations that rest on it; what else was merged (photos and scans of users, manifests, escalations that a person raised) stays where it is, for a person to move. With the placeholder, the passage is unidentified again. For users who may rename the containers: operators own all of them, and none must be cleared first.
         */
        post: operations["assignPassageV1"];
    };
    "/v1/passages/{id}/suggestions": {
        parameters: {
        };
        /**
         * List numbers that the vehicle of a passage may have, likeliest first
         * @description At most nine, for supervisors and for the owner of the passage's containers.
         */
        get: operations["getPassageSuggestionsV1"];
    };
    "/v1/rule-sets": {
        parameters: {
        };
        /**
         * Every rule set that was ever proposed or in force, newest first
         * @description Without the rules: who proposed and who activated which version, when and why.
         */
        get: operations["listRuleSetsV1"];
        /**
         * Propose a rule set
         * @description Takes whole rules, a whole category map, or both, as a candidate for one site or for every site without a rule set of its own. No visit is judged by a candidate. Replay it over stored visits; another admin then activates it.
         */
        post: operations["proposeRuleSetV1"];
    };
    "/v1/rule-sets/{version}": {
        parameters: {
        };
        /**
         * One version of the rule sets
         * @description The version that a `manifestMatch.ruleSet` names. To restore it, propose its `rules` again: that creates a new version.
         */
        get: operations["getRuleSetV1"];
    };
    "/v1/rule-sets/{version}/activate": {
        parameters: {
        };
        /**
         * Put a candidate in force
         * @description Every match that is made or read afterwards uses it, and the lanes of current visits follow in the background; matches on file and decisions keep what they were made by. Its category map, where it has one, becomes the next version of the map. It is refused for the admin who proposed it, without a finished replay over what is in force, when the replay loses a critical finding that users confirmed, and when it raises more escalations than `rules.escalationsPerDay`. Honours If-Match.
         */
        post: operations["activateRuleSetV1"];
    };
    "/v1/rule-sets/{version}/replay": {
        parameters: {
        };
        /**
         * The last replay of a candidate
         * @description Its progress, and its result once it is finished: lanes in force and under the candidate, escalations per day, the precision of each rule by what users decided, and confirmed critical findings that the candidate loses.
         */
        get: operations["getReplayV1"];
        /**
         * Replay a candidate over stored visits
         * @description Judges the visits of the candidate's site, with the pictures as they were taken and the manifests as they stood at the scan, by the rules in force and by the candidate. It runs in the background; read its progress and its result from the same path. While a replay of the candidate runs, the reply shows that one. Honours If-Match. With a `draft`, which is checked as a proposal is, the version is the rule set in force that it is to replace: the newest visits, 500 at most and for 8 seconds, are judged before the reply, which has the result and the visits that change (`changes`). Only the audit log keeps that it was done.
         */
        post: operations["startReplayV1"];
    };
    "/v1/rule-sets/{version}/replay/changes": {
        parameters: {
        };
        /**
         * Visits that the last replay of a candidate judges differently
         * @description By visit, the oldest first. While the replay runs, the list grows at its end.
         */
        get: operations["listReplayChangesV1"];
    };
    "/v1/rule-sets/{version}/withdraw": {
        parameters: {
        };
        /**
         * Withdraw a candidate
         * @description It stays in the list, and can no longer be activated. Honours If-Match.
         */
        post: operations["withdrawRuleSetV1"];
    };
    "/v1/rule-sets/current": {
        parameters: {
        };
        /**
         * The rule set in force at a site, or for every site
         * @description With `siteId`, the rule set by which pictures of the site's cameras are judged: its own, or the one for every site. Without, the one for every site.
         */
        get: operations["getCurrentRuleSetV1"];
    };
    "/v1/rules/precision": {
        parameters: {
        };
        /**
         * Count how often examinations confirmed each rule
         * @description Of the last 365 days: the examinations of visits on which a rule had found something, and those that confirmed it.
         */
        get: operations["getRulePrecisionV1"];
    };
    "/v1/shifts": {
        parameters: {
        };
        /**
         * List shifts, newest first
         * @description With `active=true` the operators who are on shift now, at most one in each lane.
         */
        get: operations["listShiftsV1"];
        /**
         * Take a lane for a shift
         * @description From now until `until`, what the edge devices of the lane's cameras record is the operator's: the devices send the operator's address as `user_email`. Operators take a lane for themselves, supervisors also for others, by `operatorId` or `email`. The shift before it in the same lane ends.
         */
        post: operations["takeLaneV1"];
    };
    "/v1/shifts/{id}/end": {
        parameters: {
        };
        /**
         * End a shift before its time
         * @description Operators end their own shifts, supervisors any. A shift that has ended stays as it is.
         */
        post: operations["endShiftV1"];
    };
    "/v1/statistics": {
        parameters: {
        };
        /**
         * Count what happened at the gates
         * @description Counts by hour or day, and by site or lane: visits that began with their present status and verdict, scans, classes, escalations
         *     and decisions. Operators get the counts of the containers they own, supervisors and admins all. Deleted containers do not count.
         *
         *     Records count when they happened: a scan that arrives late counts in the hour in which it was taken. What changes later, by a
         *     correction, a merge, a reviewer's verdict or a decision, changes the counts within a minute. A visit and its decision
         *     count at the camera that saw the visit first, and a camera in the lane that it has now.
         */
        get: operations["getStatisticsV1"];
    };
    "/v1/topology": {
        parameters: {
        };
        /**
         * Get sites with their lanes, and the cameras of each lane with their last event
         * @description Cameras without a lane are in `unassigned`, the last seen first, at most 500; `GET /v1/cameras` lists all.
         */
        get: operations["getTopologyV1"];
    };
    "/v1/tracking-data/cameras/{cameraId}": {
        parameters: {
        };
        /**
         * Summarise what a camera has seen in the last minutes, per tracked object
         * @description `timeRange` is the last `minutes`, both ends included. `totalEvents` counts every event in it, `activeObjects` lists at most `limit` objects with an event in it, most recently seen first. An object is one tracking id of one run of a tracker (device and session). Its `firstSeen`, `lastSeen` and `eventCount` are those of its events in the range; `className`, `confidence` and `lastBox` are those of the last of them. The summary of an unknown camera is empty.
         */
        get: operations["getCameraTrackingV1"];
    };
    "/v1/tracking-data/cameras/{cameraId}/object-counts": {
        parameters: {
        };
        /**
         * Count the objects that a camera has tracked over time, by class
         * @description The last `minutes`, extended to a whole bucket at their start: by the minute up to six hours, by the hour beyond. An object counts once in each bucket in which it has events, under the class of the last of them; an object is one tracking id of one run of a tracker. At most 20 classes are counted, those with the most objects. An unknown camera has no counts.
         */
        get: operations["getObjectCountsV1"];
    };
    "/v1/tracking-data/object-counts": {
        parameters: {
        };
        /**
         * Count the objects that one camera or all have tracked, by hour and class
         * @description Whole hours from that of `from` up to `to` (now, if absent), at most 366 days; days that were moved into files are included. An object counts once in each hour in which it has events, under the class of the last of them. At most 20 classes are counted, those with the most objects.
         */
        get: operations["getObjectHistoryV1"];
    };
    "/v1/tracking-data/stream-events": {
        parameters: {
        };
        /**
         * Record a batch of tracking events from an edge device
         * @description Events are checked one by one: an invalid one is listed in `rejected` with its index in the batch, from 0, and the others are stored. An event is identified by camera, device, session, event id and timestamp; a repeated one changes nothing and counts as a duplicate. Late events are accepted in any order. An Idempotency-Key belongs to its `camera_id` and is remembered as long as the database has the events (TRACKING_RETENTION_DAYS, or TRACKING_ARCHIVE_AFTER_DAYS); after that, only the uniqueness of the events prevents duplicates.
         */
        post: operations["ingestStreamEventsV1"];
    };
    "/v1/user/auth/email/change-password": {
        parameters: {
        };
        /**
         * Set a new password with the emailed token
         * @description The token works once. All sessions of the account end; second factors stay.
         */
        put: operations["changePasswordV1"];
    };
    "/v1/user/auth/email/forgot-password": {
        parameters: {
        };
        /**
         * Request a link to set a new password
         * @description The response and its timing do not depend on whether the account exists.
         */
        post: operations["forgotPasswordV1"];
    };
    "/v1/user/auth/email/login": {
        parameters: {
        };
        /**
         * Sign in with email and password
         * @description Sets the session cookie `token`; scripts send its value as a bearer token instead. For an account with a second factor the right password returns 401 `SECOND_FACTOR_REQUIRED`, which does not count as a failed attempt: `data.secondFactor` holds the challenge that `POST /v1/user/auth/second-factor` completes within five minutes.
         */
        post: operations["loginV1"];
    };
    "/v1/user/auth/email/register": {
        parameters: {
        };
        /**
         * Accept an invite: create the account and sign in
         * @description Registration is not open: without the token of an open invite it returns 403.
         */
        post: operations["registerV1"];
    };
    "/v1/user/auth/email/verify": {
        parameters: {
        };
        /**
         * Confirm an email address with the emailed token
         * @description The token works once. It confirms the account's address, or, if the user has requested a change, sets the address that it was sent to and ends all sessions of the account.
         */
        post: operations["verifyEmailV1"];
    };
    "/v1/user/auth/google": {
        parameters: {
        };
        /**
         * Sign in with Google
         * @description Open this address in a browser. It redirects to the provider and then to the web app, signed in. Errors redirect to the web app's sign-in page with `#error=<code>` if the request accepts HTML. A browser that another site sends here is redirected to the sign-in page.
         */
        get: operations["beginGoogleSignInV1"];
    };
    "/v1/user/auth/google/callback": {
        parameters: {
        };
        /**
         * Complete the sign-in with Google (redirect address)
         * @description Signs in to the account of the email address that the provider has verified, or accepts its open invite. The second factor of this service is not asked for: that of the provider counts. Errors redirect to the web app's sign-in page with `#error=<code>` if the request accepts HTML.
         */
        get: operations["finishGoogleSignInV1"];
    };
    "/v1/user/auth/logout": {
        parameters: {
        };
        /**
         * End the session and clear its cookie
         * @description The response is the same without a token.
         */
        get: operations["logoutV1"];
    };
    "/v1/user/auth/passkey/login": {
        parameters: {
        };
        /**
         * Sign in with a passkey, without a password
         * @description The passkey must have asked for a PIN or a fingerprint, which makes it two factors in one. Five refused attempts of an address within 15 minutes, here or on `POST /v1/user/auth/second-factor`, return 429.
         */
        post: operations["signInWithPasskeyV1"];
    };
    "/v1/user/auth/passkey/options": {
        parameters: {
        };
        /**
         * Begin a sign-in with a passkey, without a password
         * @description Returns what `navigator.credentials.get` takes; `POST /v1/user/auth/passkey/login` takes its answer within five minutes.
         */
        post: operations["beginPasskeySignInV1"];
    };
    "/v1/user/auth/refresh-token": {
        parameters: {
        };
        /**
         * Exchange the session token for a new one
         * @description The old token stops working after 10 seconds; if it is used later, on any route, the session ends. A session ends 30 days after its sign-in. The token of a service account lasts as long as it was issued for, and is not exchanged.
         */
        get: operations["refreshTokenV1"];
    };
    "/v1/user/auth/second-factor": {
        parameters: {
        };
        /**
         * Complete a sign-in with the second factor
         * @description Takes the challenge of a login that returned `SECOND_FACTOR_REQUIRED`, and either `code` (six digits of the authenticator app, or a recovery code) or `passkey`. Each code and each challenge works once. Five wrong attempts of an address or of an account within 15 minutes, or twenty codes of an account within a day, return 429.
         */
        post: operations["completeSignInV1"];
    };
    "/v1/user/me": {
        parameters: {
        };
        /** Get the signed-in user */
        get: operations["getMeV1"];
        /**
         * Change the caller's name and time zone
         * @description Omitted fields do not change; the time zone null is that of the device. Honours If-Match.
         */
        put: operations["updateMeV1"];
    };
    "/v1/user/me/email": {
        parameters: {
        };
        /**
         * Request a change of the email address
         * @description Emails a link to the new address, which works once, for 24 hours, and a notice to the old address. The address changes when `POST /v1/user/auth/email/verify` receives the link's token; then all sessions end and existing links stop working. A further request, at most five per hour, replaces the link; a new password cancels the change. Users without a password must set one first with forgot-password. An address that has an account is reported as taken (409).
         */
        put: operations["changeOwnEmailV1"];
    };
    "/v1/user/me/notifications": {
        parameters: {
        };
        /**
         * Get what the caller receives by mail
         * @description Alerts report what does not work at the gates, and when it works again. Those of some minutes share one mail, at most one in ten
         *     minutes. A shift report counts what happened in a shift, when it ends. Until the caller chooses, admins receive every alert, supervisors
         *     and operators none, and every user the reports of the own shifts.
         */
        get: operations["getNotificationsV1"];
        /**
         * Choose what the caller receives by mail
         * @description Fields that are absent stay unchanged. Honours If-Match.
         */
        put: operations["updateNotificationsV1"];
    };
    "/v1/user/me/password": {
        parameters: {
        };
        /**
         * Change the caller's password
         * @description Ends all sessions of the caller, including this one; the reply and its cookie contain the token of a new session. Second factors stay: offer the removal of those that the caller did not add (`GET /v1/user/me/second-factors`). After five wrong current passwords of an account within 15 minutes, here or on changing the email address, it returns 429.
         */
        put: operations["changeOwnPasswordV1"];
    };
    "/v1/user/me/push-subscriptions": {
        parameters: {
        };
        /**
         * List the browsers that receive the caller's notifications, the last renewed first
         * @description With the key that a browser subscribes with (`applicationServerKey`).
         */
        get: operations["listPushSubscriptionsV1"];
        /**
         * Have a browser receive the caller's notifications
         * @description The body is what `PushSubscription.toJSON()` returns in the browser, which subscribes with `publicKey` of `GET /v1/user/me/push-subscriptions`, and a name for the list. The endpoint must be https on a public address. Adding it again renews it, and moves it to the caller. One person has at most 20: the one renewed longest ago makes room. One whose push service answers 404 or 410 is removed.
         */
        post: operations["addPushSubscriptionV1"];
    };
    "/v1/user/me/push-subscriptions/{id}": {
        parameters: {
        };
        /** Stop a browser from receiving the caller's notifications */
        delete: operations["deletePushSubscriptionV1"];
    };
    "/v1/user/me/recovery-codes": {
        parameters: {
        };
        /**
         * Create new recovery codes for the caller
         * @description The earlier codes stop working. The other sessions of the caller end, and a notice is mailed. Without a second factor it returns 409.
         */
        post: operations["renewRecoveryCodesV1"];
    };
    "/v1/user/me/saved-views": {
        parameters: {
        };
        /** List the caller's saved views of the review queue, by name */
        get: operations["listSavedViewsV1"];
        /**
         * Save a view of the review queue
         * @description Replaces the caller's view of the same name. A user has at most 50.
         */
        put: operations["saveViewV1"];
    };
    "/v1/user/me/saved-views/{id}": {
        parameters: {
        };
        /**
         * Delete a saved view
         * @description A view of another user is not found.
         */
        delete: operations["deleteSavedViewV1"];
    };
    "/v1/user/me/second-factors": {
        parameters: {
        };
        /** List the caller's second factors */
        get: operations["getOwnSecondFactorsV1"];
    };
    "/v1/user/me/second-factors/{id}": {
        parameters: {
        };
        /**
         * Remove one of the caller's second factors
         * @description With the last one the recovery codes are deleted; where the caller's role requires a second factor, the last one stays (409). The other sessions of the caller end, and a notice is mailed.
         */
        delete: operations["removeSecondFactorV1"];
    };
    "/v1/user/me/second-factors/app": {
        parameters: {
        };
        /**
         * Add an authenticator app with its first code
         * @description It replaces an earlier app. The reply to the first second factor holds ten recovery codes, which are not returned again. The other sessions of the caller end, and a notice is mailed.
         */
        put: operations["addAuthenticatorAppV1"];
        /**
         * Begin to set up an authenticator app
         * @description Returns the secret for the app, which is stored encrypted and never returned again. Nothing changes before `PUT` on the same path sends the first code of the app, within five minutes.
         */
        post: operations["startAuthenticatorAppV1"];
    };
    "/v1/user/me/second-factors/passkeys": {
        parameters: {
        };
        /**
         * Add a passkey
         * @description The reply to the first second factor holds ten recovery codes, which are not returned again. The other sessions of the caller end, and a notice is mailed.
         */
        post: operations["addPasskeyV1"];
    };
    "/v1/user/me/second-factors/passkeys/options": {
        parameters: {
        };
        /**
         * Begin to add a passkey
         * @description Returns what `navigator.credentials.create` takes; `POST /v1/user/me/second-factors/passkeys` takes its answer within five minutes. An account has at most ten passkeys.
         */
        post: operations["startPasskeyV1"];
    };
    "/v1/user/me/sessions": {
        parameters: {
        };
        /** List the caller's sessions, newest first */
        get: operations["listOwnSessionsV1"];
        /**
         * End all other sessions of the caller
         * @description Takes effect with the next request of those sessions, in every process; their live streams end.
         */
        delete: operations["endOtherSessionsV1"];
    };
    "/v1/user/me/sessions/{sessionId}": {
        parameters: {
        };
        /**
         * End one of the caller's sessions
         * @description Takes effect with the next request of that session, in every process; its live streams end.
         */
        delete: operations["endOwnSessionV1"];
    };
};
export type webhooks = Record<string, never>;
export type components = {
    schemas: {
        /**
         * @description `device-silent`: an edge device sends nothing. `disk-low`: the disk of a device, or the space of its queue, is nearly full. `clock-off`: the clock of a device is off by more than a minute, so that its records bear the wrong time. `camera-faulty`: a camera is down, or its pictures are dark, frozen, blurred or turned. `records-broken`: the chain of a camera's records has a gap or another break.
         * @enum {string}
         */
        AlertKind: "device-silent" | "disk-low" | "clock-off" | "camera-faulty" | "records-broken";
        AlertRules: {
            /** @description in pictures of cargo and of damage; the first entry that names a class counts */
            alerts: {
                /** @description names that models give to it */
                classes: string[];
                /** @description they are reported from this confidence on */
                fromConfidence: number;
                /**
                 * @description the same in pictures of the outside, where people work; absent: as `severity`
                 * @enum {string}
                 */
                outsideSeverity?: "info" | "warning" | "critical";
                /**
                 * @description what the finding is: information, warning or critical
                 * @enum {string}
                 */
                severity: "info" | "warning" | "critical";
            }[];
            /** @description goods that explain an alert: the line is named, and the finding is one step less severe */
            declaredAs?: {
                /** @description names that models give to it */
                classes: string[];
                /** @description goods that it may be; a prefix counts */
                hsCodes: string[];
                /** @description words of a description that declare it */
                words: string[];
            }[];
            /** @description other detections of defect scans: a warning from here on */
            defectFromConfidence: number;
            /** @description classes that stand for nothing, such as no_threat */
            ignoredClasses: string[];
            /** @description critical from here on; absent: the setting ILLEGAL_ESCALATION_CONFIDENCE */
            illegalCriticalConfidence?: number;
            /** @description detections of scans for illegal goods: a warning from here on */
            illegalFromConfidence: number;
        };
        AnswerManifestImport: {
            /** @description the column of a manifest for columns of the file; null leaves one out. They are remembered for the caller */
            columns?: {
                column: string | null;
                header: string;
            }[];
            decimalMark?: components["schemas"]["DecimalMark"];
            /** @description true reads the file again and writes nothing; false by default */
            preview?: boolean;
            /**
             * @description of weights whose column and cells state none
             * @enum {string}
             */
            weightUnit?: "kilograms" | "pounds" | "tonnes";
        };
        AuditActor: {
            /** @description id of the user or the edge device; null for the service, anonymous callers and the shared edge key */
            id: string | null;
            /** @description the user's email address or the device's name at that time; otherwise the part that made the change */
            name: string;
            /** @enum {string} */
            type: "user" | "edge" | "system" | "anonymous";
        };
        AuditEntry: {
            /** @description subject and verb, such as `container.set-number` */
            action: string;
            actor: components["schemas"]["AuditActor"];
            /** @description null when the object was deleted */
            after: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            at: string;
            /** @description null when the object did not exist */
            before: {
                [key: string]: unknown;
            } | null;
            id: string;
            requestId: string | null;
            subject: {
                id: string;
                type: string;
            };
        };
        AuthError: {
            data: {
                code: components["schemas"]["ErrorCode"];
                details?: {
                    message: string;
                    path: string;
                }[];
                requestId: string;
                secondFactor?: components["schemas"]["PendingSignIn"];
            };
            message: string;
            /** @enum {string} */
            status: "error";
        };
        BoundingBox: {
            x1: number;
            x2: number;
            y1: number;
            y2: number;
        };
        Camera: {
            cameraId: string;
            /** @description the reported id of the device that last sent its data */
            deviceId: string | null;
            /** @description null: its days do not differ from its reference, as far as its device reports */
            drift: components["schemas"]["CameraDriftSummary"] | null;
            /**
             * Format: date-time
             * @description by the clock of the service; null until its first data
             */
            firstSeenAt: string | null;
            lane: {
                id: string;
                name: string;
            } | null;
            lastEvent: {
                box: components["schemas"]["BoundingBox"];
                className: string;
                confidence: number;
                /** @enum {string} */
                eventType: "enter" | "update" | "leave";
                /** Format: date-time */
                timestamp: string;
                trackingId: number;
            } | null;
            /**
             * Format: date-time
             * @description when its last scan arrived
             */
            lastScanAt: string | null;
            /**
             * Format: date-time
             * @description by the clock of the service; null until its first data
             */
            lastSeenAt: string | null;
            name: string | null;
            position: components["schemas"]["CameraPosition"] | null;
            /** @description true when an admin has registered it */
            registered: boolean;
            /**
             * Format: date-time
             * @description since when that device has been silent; null while it is connected, or without a device
             */
            silentSince: string | null;
            site: {
                id: string;
                name: string;
            } | null;
            /** @description null: the front of the load, as through the door */
            view: components["schemas"]["CameraView"] | null;
        };
        CameraDrift: {
            /** @description shares of the classes that changed most */
            classes: {
                className: string;
                now: number;
                reference: number;
            }[];
            /** @description the device that reported it */
            deviceId: string;
            measures: {
                /**
                 * Format: date
                 * @description the newest day that was compared
                 */
                day: string;
                /** @description `confidence`: mean confidence of the findings. `unlike`: share of the pictures that are unlike those that the model was trained on. `empty`: share of the pictures with motion in which nothing was found. `classes`: distance of the shares of the classes, 0 to 1. `missing`: usual classes that are no longer found. `sharpness`: mean Laplacian of the picture. `exposure`: its mean level, 0 to 255. */
                measure: string;
                now: number;
                reference: number;
                /**
                 * Format: date
                 * @description first day of the drift, by the clock of the device
                 */
                since: string;
            }[];
            model: {
                name: string;
                version: string;
            };
            /** @description pictures of the same hours, then and now; empty after `PICTURE_RETENTION_DAYS` */
            pictures: {
                /** @description base64 JPEG */
                image: string;
                /** @enum {string} */
                shows: "reference" | "now";
                /** Format: date-time */
                takenAt: string;
            }[];
            /**
             * Format: date-time
             * @description by the clock of the service
             */
            reportedAt: string;
        };
        CameraDriftRequest: {
            camera_id: string;
            /** @description shares of the classes that changed most */
            classes?: {
                class_name: string;
                now: number;
                reference: number;
            }[] | null;
            device_id?: string | null;
            measures: {
                /**
                 * Format: date
                 * @description the newest day that was compared
                 */
                day: string;
                /** @description `confidence`: mean confidence of the findings. `unlike`: share of the pictures that are unlike those that the model was trained on. `empty`: share of the pictures with motion in which nothing was found. `classes`: distance of the shares of the classes, 0 to 1. `missing`: usual classes that are no longer found. `sharpness`: mean Laplacian of the picture. `exposure`: its mean level, 0 to 255. */
                measure: string;
                /** @description on the newest day that was compared */
                now: number;
                /** @description usual at the same hours */
                reference: number;
                /**
                 * Format: date
                 * @description first day of the drift, by the clock of the place
                 */
                since: string;
            }[];
            model_name?: string | null;
            model_version?: string | null;
            /** @description small pictures of the same hours, then and now */
            pictures?: {
                /** @description base64 JPEG, at most 640 pixels wide and high */
                image: string;
                /** @enum {string} */
                shows: "reference" | "now";
                /**
                 * Format: date-time
                 * @description ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC
                 */
                taken_at: string;
            }[] | null;
            /**
             * Format: date-time
             * @description the device's clock when it compared the days
             */
            timestamp?: string | null;
        };
        /** @description what a camera's days differ in from its reference */
        CameraDriftSummary: {
            measures: string[];
            /** Format: date */
            since: string;
        };
        CameraObjectCounts: {
            /** @description 60 for up to six hours, 3600 for longer ranges */
            bucketSeconds: number;
            cameraId: string;
            /** @description oldest first; buckets without objects are left out */
            items: {
                /**
                 * Format: date-time
                 * @description start of the bucket
                 */
                at: string;
                className: string;
                objects: number;
            }[];
            /** @description begins with a bucket */
            timeRange: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
        };
        /** @enum {string} */
        CameraPosition: "front" | "rear" | "left" | "right" | "top" | "number" | "xray" | "overview" | "other";
        CameraRegistration: {
            cameraId: string;
            /** Format: date-time */
            createdAt: string;
            laneId: string | null;
            name: string | null;
            position: components["schemas"]["CameraPosition"] | null;
            /** Format: date-time */
            updatedAt: string;
            view: components["schemas"]["CameraView"] | null;
        };
        CameraTrackingSummary: {
            activeObjects: components["schemas"]["TrackedObject"][];
            cameraId: string;
            timeRange: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            totalEvents: number;
        };
        /**
         * @description `door`: the front of the load. `top`: the upper layer. `exterior`: no cargo. `xray-full`: the whole load.
         * @enum {string}
         */
        CameraView: "door" | "top" | "exterior" | "xray-full";
        CategoryClass: {
            /** @description other names of this class in models */
            aliases: string[];
            /** @description carries other goods, such as a pallet: it can hide them, and is not a finding by itself */
            carrier: boolean;
            /** @description the first two digits of HS codes */
            hsChapters: string[];
            /** @description the first digits of HS codes: the longest entry that fits a code decides, before `hsChapters` */
            hsCodes?: string[];
            /** @description words of a description, in any language: they count where neither package code nor HS code decides */
            keywords: string[];
            name: string;
            /** @description UN/ECE recommendation 21 */
            packageCodes: string[];
            /** @description words of a description that name the packages, in any language: they count beside an HS code */
            packageWords?: string[];
            plural: string;
            /** @description more keywords, by language (ISO 639) */
            translations?: {
                [key: string]: string[];
            };
            /** @description shows the goods themselves, such as a vehicle, and not a package: `quantity` counts them */
            whole?: boolean;
        };
        CategoryMap: {
            /** @description from this confidence on, undeclared goods are critical; below it, a warning */
            certainConfidence: number;
            classes: components["schemas"]["CategoryClass"][];
            /** @description classes that mean an empty container */
            emptyClasses: string[];
            /** @description words that declare an empty container where only `fillerWords` stand beside them */
            emptyDeclarations: string[];
            /** @description phrases in which keywords mean something else, such as `van gogh`; absent: those of the bundled map */
            exceptions?: string[];
            /** @description words that do not concern the goods, such as `container`; absent: those of the bundled map */
            fillerWords?: string[];
            /** @description absent: those of the bundled map */
            lookAlikes?: components["schemas"]["LookAlike"][];
            /** @description detections below this confidence do not count */
            minConfidence: number;
            /** @description relative difference that is allowed between a count and the declared quantity */
            quantityTolerance: number;
            /** @description words that do not describe goods, such as `general cargo`; absent: those of the bundled map */
            vagueDescriptions?: string[];
        };
        CategoryMapVersion: {
            /** Format: date-time */
            createdAt: string;
            /** @description null for a bundled map */
            createdBy: {
                email: string;
                id: string;
            } | null;
            note: string | null;
            /** @description 1 is the first bundled map; part of `manifestMatch.ruleSet` */
            version: number;
        };
        CategoryScan: {
            cameraId: string | null;
            /** @description true when the sender's clock was far off; the scan is then ordered by receivedAt */
            clockSuspect: boolean;
            detections: components["schemas"]["Detection"][];
            deviceId: string | null;
            /** Format: date-time */
            receivedAt: string;
            scanId: string;
            summary: components["schemas"]["ClassSummary"][];
            /**
             * Format: date-time
             * @description when the picture was captured, by the sender's clock
             */
            timestamp: string;
            userEmail: string | null;
        };
        ChainBreak: {
            cameraId: string;
            /**
             * Format: date-time
             * @description when the missing record arrived, or the signatures were valid again
             */
            closedAt: string | null;
            /** Format: date-time */
            detectedAt: string;
            /** @description the `device_id` of the record */
            deviceId: string;
            id: string;
            /** @enum {string} */
            kind: "category" | "defect" | "illegal" | "evidence";
            /**
             * @description `restart`: a chain begins again, as with a new data folder. `foreign-device`: the device sent the `device_id` of another one. A device without valid signatures, or with a foreign `device_id`, is listed once, until it sends a valid record
             * @enum {string}
             */
            problem: "gap" | "fork" | "replay" | "restart" | "missing-signature" | "invalid-signature" | "foreign-device";
            /** @description the record that shows it; of a gap, the one after the missing records */
            recordId: string;
            /** @description 0 for a record without a chain */
            sequence: number;
        };
        ChainEnd: {
            cameraId: string;
            /** @enum {string} */
            kind: "category" | "defect" | "illegal" | "evidence";
            recordSha256: string;
            sequence: number;
        };
        ClassSummary: {
            /** @description sum of the area percentages, at most 100 */
            areaPercentage: number;
            bestConfidence: number | null;
            className: string;
            /** @description sum of the quantities; a detection without one counts as 1 */
            count: number;
        };
        Container: {
            categoryScan: components["schemas"]["CategoryScan"] | null;
            containerNumber: string;
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @description an escalation of the visit waits for a decision; a HELD container that is escalated again stays HELD */
            isEscalated: boolean;
            /** @description while it is set, neither the container nor its pictures are deleted */
            legalHold: components["schemas"]["LegalHold"] | null;
            /** @description the first of `manifestIds` */
            manifestId: string | null;
            /** @description all manifests that are attached, the first attached one first; house bills of a consolidated container */
            manifestIds: string[];
            numberCheck: components["schemas"]["NumberCheck"];
            owner: {
                email: string;
                id: string;
            };
            sizeType: string | null;
            /** @enum {string} */
            source: "edge" | "user";
            /** @description null where nothing of the visit was escalated */
            standing: components["schemas"]["Standing"] | null;
            status: components["schemas"]["ContainerStatus"];
            /** Format: date-time */
            updatedAt: string;
            /** @description the visit of this status, manifest and category scan: the current one unless another was requested */
            visit: {
                /**
                 * Format: date-time
                 * @description the time of the decision; null before it, and while the visit is escalated again
                 */
                closedAt: string | null;
                /** @description of all its pictures and papers, by the rules in force; a decision does not change it. Null while nothing was found and there is no picture or no manifest */
                lane: components["schemas"]["MatchLane"] | null;
                /**
                 * Format: date-time
                 * @description since when it has this lane
                 */
                laneSince: string | null;
                /** @description counts from 1 within the container, in the order in which visits became known */
                number: number;
                /**
                 * Format: date-time
                 * @description the time of its first record, or when a user opened it
                 */
                openedAt: string;
            };
        };
        ContainerFacets: {
            /** @description how many containers were counted: the 500 with the last activity at most */
            counted: number;
            /** @description for each parameter the 50 most frequent values, the most frequent first; counted without this parameter itself */
            facets: {
                cameraId: components["schemas"]["FacetCount"][];
                class: components["schemas"]["FacetCount"][];
                laneId: components["schemas"]["FacetCount"][];
                sizeType: components["schemas"]["FacetCount"][];
                status: components["schemas"]["FacetCount"][];
                verdict: components["schemas"]["FacetCount"][];
            };
            /** @description whether the list has no others */
            isComplete: boolean;
            total?: components["schemas"]["ListTotal"];
        };
        ContainerRules: {
            /** @description words for goods in bulk, which no picture shows as objects; absent: `in bulk` and words for tanks */
            bulkWords?: string[];
            /** @description words for a flexitank, in which liquid may travel in any container */
            flexitankWords: string[];
            /** @description words for cooled goods count up to this HS chapter */
            lastFoodChapter: number;
            /** @description third characters of the ISO 6346 size-types of tanks and of other containers for liquid in bulk */
            liquidGroups: string;
            /** @description UN/ECE Recommendation 21 codes for liquid in bulk */
            liquidPackageCodes: string[];
            /** @description words for liquid in bulk */
            liquidWords: string[];
            /** @description goods of a range of temperatures up to this one travel cooled; absent: no range counts */
            maxCoolCelsius?: number;
            /** @description a temperature of at most this value means cooled goods */
            maxReeferCelsius: number;
            /** @description words for goods that need no cooling, such as dried */
            preservedWords: string[];
            /** @description third characters of the ISO 6346 size-types of refrigerated containers */
            reeferGroups: string;
            /** @description goods that travel cooled; a prefix counts */
            reeferHsCodes: string[];
            /** @description words for cooled goods */
            reeferWords: string[];
            /** @description classes of seals, whose text is a seal number */
            sealClasses: string[];
            /** @description characters that differ from the declared seal number: critical from here on, below it a warning */
            sealCriticalDistance: number;
            /** @description a seal that was read counts from this confidence on */
            sealFromConfidence: number;
        };
        /** @enum {string} */
        ContainerStatus: "REGISTERED" | "SCANNED" | "ESCALATED" | "HELD" | "INSPECT" | "CLEARED";
        ControlledGoods: {
            /** @description goods that need it; a prefix counts */
            hsCodes: string[];
            /** @description the permit, as the end of `which may need …` */
            permit: string;
            /** @description the law or convention that demands it */
            source: string;
            /** @description words of a description that stand for them */
            words: string[];
        };
        DangerousGoodsRules: {
            /** @description ranges in which UN numbers are assigned; another number is a warning */
            assignedUnNumbers: {
                /** @description the first number of the range */
                from: number;
                /** @description the last number of the range */
                to: number;
            }[];
            /** @description goods that are dangerous goods whatever their description; a prefix counts */
            dangerousHsCodes: string[];
            /** @description in a description without UN number they are a warning */
            dangerWords: string[];
            /** @description words after which a flash point stands */
            flashPointWords: string[];
            /** @description HS chapters of food and animal feed */
            foodstuffChapters: string[];
            /** @description words for food and feed in lines without an HS code */
            foodstuffWords?: string[];
            /** @description they exempt a line from segregation */
            limitedQuantityWords: string[];
            /** @description liquids with a higher flash point are not flammable */
            maxFlashPointCelsius: number;
            /** @description placards that cameras see count from this confidence on */
            placardConfidence: number;
            /** @description acids and alkalis in heavier packages must not share a container; in lighter ones it is a warning */
            smallPackageKg: number;
        };
        DcsaEvent: {
            metadata: {
                /** Format: date-time */
                eventCreatedDateTime: string;
                eventID: string;
                /** @enum {string} */
                eventType: "SHIPMENT" | "EQUIPMENT";
                publisher: {
                    carrierCode: string;
                    /** @enum {string} */
                    carrierCodeListProvider: "SMDG" | "NMFTA";
                    partyName?: string;
                };
                /** @enum {string} */
                publisherRole: "SVP";
                retractedEventID?: string;
            };
            payload?: {
                /** @enum {string} */
                emptyIndicatorCode: "LADEN" | "EMPTY";
                /** @enum {string} */
                equipmentEventTypeCode: "GTIN" | "INSP" | "CUSI" | "CUSR" | "RSEA";
                equipmentReference: string;
                /** @enum {string} */
                eventClassifierCode: "ACT";
                /** Format: date-time */
                eventDateTime: string;
                eventLocation: {
                    /** @enum {string} */
                    locationType: "UNLO";
                    UNLocationCode: string;
                };
                facilityTypeCode: string;
                ISOEquipmentCode?: string;
                /** @description the container's number, as `EQ` */
                references: {
                    type: string;
                    value: string;
                }[];
                /** @description bills of lading, as `TRD` */
                relatedDocumentReferences?: {
                    type: string;
                    value: string;
                }[];
                seals?: {
                    number: string;
                }[];
            } | {
                documentReference: string;
                /** @enum {string} */
                documentTypeCode: "CUC";
                /** @enum {string} */
                eventClassifierCode: "ACT";
                /** Format: date-time */
                eventDateTime: string;
                /** @description the container's number, as `EQ` */
                references: {
                    type: string;
                    value: string;
                }[];
                /** @description bills of lading, as `TRD` */
                relatedDocumentReferences?: {
                    type: string;
                    value: string;
                }[];
                /** @enum {string} */
                shipmentEventTypeCode: "HOLD";
            };
        };
        /** @enum {string} */
        DecimalMark: "point" | "comma";
        Detection: {
            /** @description percentage of the picture, 0 to 100 */
            areaPercentage: number | null;
            className: string | null;
            /** @description 0 to 1 */
            confidence: number | null;
            polygon: components["schemas"]["Polygon"] | null;
            quantity: number | null;
            /** @description what is written on it; absent where nothing was read */
            text?: string;
            volume: number | null;
        };
        DetectionVerdict: {
            /** @description what `polygon` covers: percentage of the picture, 0 to 100 */
            areaPercentage: number | null;
            /** @description the correct class; null where the reviewer did not change it */
            className: string | null;
            /** @description index of the detection in `detections`, from 0; what reviewers added has an index after them */
            index: number;
            note: string | null;
            /** @description the correct outline; null where the reviewer did not change it */
            polygon: components["schemas"]["Polygon"] | null;
            /** Format: date-time */
            reviewedAt: string;
            reviewer: {
                email: string;
                id: string;
            };
            verdict: components["schemas"]["VerdictKind"];
        };
        Device: {
            appVersion: string;
            /** Format: date-time */
            createdAt: string;
            deviceId: string;
            deviceModel: string;
            /** @description false once the push service has rejected its token */
            isActive: boolean;
            /**
             * Format: date-time
             * @description when it was last registered
             */
            lastActiveAt: string;
            platform: components["schemas"]["DevicePlatform"];
        };
        DeviceConfiguration: {
            agentVersion: string | null;
            /** @description YAML, without secrets and comments */
            configuration: string;
            /** @description what a technician adds on new hardware */
            missing: components["schemas"]["MissingPart"][];
            /** Format: date-time */
            reportedAt: string;
            sha256: string;
        };
        DeviceConfigurationRequest: {
            agent_version?: string | null;
            /** @description the configuration file as YAML, without secrets and comments */
            configuration: string;
            device_id?: string | null;
            /** @description what was left out of it */
            missing: components["schemas"]["MissingPart"][];
        };
        /** @enum {string} */
        DevicePlatform: "android" | "ios";
        EdgeDetection: {
            area_percentage?: number | null;
            class_name?: string | null;
            confidence?: number | null;
            polygon?: {
                x: number[];
                y: number[];
            } | null;
            quantity?: number | null;
            /** @description what is written on it, such as the number on a seal */
            text?: string | null;
            volume?: number | null;
        };
        EdgeDevice: {
            agentVersion: string | null;
            /** @description how far its clock is ahead of the service's clock; negative when it is behind */
            clockSkewMs: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description from its newest heartbeat; null without one */
            faults: {
                /** @description cameras that are down, or whose pictures are faulty */
                cameras: number;
                /** @description models that the device does not use */
                models: number;
            } | null;
            id: string;
            /** Format: date-time */
            lastHeartbeatAt: string | null;
            /**
             * Format: date-time
             * @description time of its newest request, accurate to about 30 seconds
             */
            lastSeenAt: string | null;
            name: string;
            note: string | null;
            /** @description from its newest heartbeat */
            queue: components["schemas"]["QueueReport"] | null;
            /** @description the `device_id` that the device sends */
            reportedId: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description time of its last request before it became silent
             */
            silentSince: string | null;
            source: components["schemas"]["EdgeDeviceSource"];
            state: components["schemas"]["EdgeDeviceState"];
            /**
             * Format: date-time
             * @description when an admin last changed it
             */
            updatedAt: string;
        };
        EdgeDeviceDetail: {
            agentVersion: string | null;
            /** @description breaks in the chains of its records, and faults of their signatures: the newest 50 */
            chainBreaks: components["schemas"]["ChainBreak"][];
            /** @description how far its clock is ahead of the service's clock; negative when it is behind */
            clockSkewMs: number | null;
            /**
             * Format: date-time
             * @description when it reported the configuration that is kept (`GET …/{id}/configuration`); null: none is kept
             */
            configurationAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description from its newest heartbeat; null without one */
            faults: {
                /** @description cameras that are down, or whose pictures are faulty */
                cameras: number;
                /** @description models that the device does not use */
                models: number;
            } | null;
            /** @description cameras that have been reported as faulty and have not recovered */
            faultyCameras: {
                cameraId: string;
                /** @description `down`, `dark`, `frozen`, `blurred` or `turned` */
                fault: string;
                /** @description why it is down */
                reason: string | null;
                /** Format: date-time */
                since: string;
            }[];
            /** @description the newest heartbeat */
            heartbeat: components["schemas"]["Heartbeat"] | null;
            id: string;
            /**
             * Format: date-time
             * @description expiry of the open join code
             */
            joinCodeExpiresAt: string | null;
            /** @description the usable keys, newest first */
            keys: {
                /** Format: date-time */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description when the key expires; null for the newest key
                 */
                endsAt: string | null;
                /** @description the first characters of the key */
                hint: string;
                /**
                 * Format: date-time
                 * @description accurate to about 30 seconds
                 */
                lastUsedAt: string | null;
            }[];
            /** Format: date-time */
            lastHeartbeatAt: string | null;
            /**
             * Format: date-time
             * @description time of its newest request, accurate to about 30 seconds
             */
            lastSeenAt: string | null;
            name: string;
            note: string | null;
            /** @description from its newest heartbeat */
            queue: components["schemas"]["QueueReport"] | null;
            /** @description the `device_id` that the device sends */
            reportedId: string | null;
            /** Format: date-time */
            revokedAt: string | null;
            /** @description the keys with which it signed its records, newest first */
            signingKeys: components["schemas"]["SigningKey"][];
            /**
             * Format: date-time
             * @description time of its last request before it became silent
             */
            silentSince: string | null;
            source: components["schemas"]["EdgeDeviceSource"];
            state: components["schemas"]["EdgeDeviceState"];
            /**
             * Format: date-time
             * @description when an admin last changed it
             */
            updatedAt: string;
        };
        /** @enum {string} */
        EdgeDeviceSource: "own-key" | "shared-key";
        /** @enum {string} */
        EdgeDeviceState: "waiting" | "active" | "silent" | "revoked";
        EdgeError: {
            error: {
                code: components["schemas"]["ErrorCode"];
                details?: {
                    message: string;
                    path: string;
                }[];
                message: string;
                requestId: string;
            };
            idempotencyKey: string | null;
            /** @enum {boolean} */
            success: false;
        };
        EdgeIdentifyRequest: {
            camera_id?: string | null;
            candidates?: {
                confidence?: number | null;
                container_number: string;
            }[] | null;
            confidence?: number | null;
            container_number?: string | null;
            device_id?: string | null;
            /** @description base64 JPEG, PNG, WebP or TIFF, raw or as a data URL; at most 20 MB */
            image?: string | null;
            /** @description SHA-256 of the picture as captured */
            image_sha256?: string | null;
            /** @description the passage of one vehicle through one gate lane, unique among those of the device; ignored without `device_id` */
            passage_id?: string | null;
            /** @description the place of the container on the vehicle, such as `front`; ignored without `passage_id` */
            passage_position?: string | null;
            previous_sha256?: string | null;
            record_sha256?: string | null;
            /** @description Ed25519 over the 64 characters of `record_sha256`, base64; any other text is stored as an invalid signature */
            record_signature?: string | null;
            sequence?: number | null;
            /** @description ISO 6346 size-type read from the container, such as 22G1; it replaces the one known before, and other text is ignored */
            size_type?: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC
             */
            timestamp?: string | null;
            user_email?: string | null;
        };
        EdgeJoinCode: {
            /** @description 10 letters and digits without look-alikes, such as `K7MXQ-9RTWA`; returned only once */
            code: string;
            /** Format: date-time */
            expiresAt: string;
        };
        EdgePhoto: {
            camera_id?: string | null;
            detections?: components["schemas"]["EdgeDetection"][] | null;
            device_id?: string | null;
            /** @description SHA-256 of the detections and the model; `record_sha256` then covers it as its last line */
            findings_sha256?: string | null;
            /** @description base64 JPEG, PNG, WebP or TIFF, raw or as a data URL */
            image: string;
            /** @description true when the picture is a smaller copy, because the device's storage was full */
            image_reduced?: boolean | null;
            /** @description SHA-256 of the picture as captured */
            image_sha256?: string | null;
            inference_ms?: number | null;
            model_name?: string | null;
            model_version?: string | null;
            /** @description the passage of one vehicle through one gate lane, unique among those of the device; ignored without `device_id` */
            passage_id?: string | null;
            /** @description the place of the container on the vehicle, such as `front`; ignored without `passage_id` */
            passage_position?: string | null;
            previous_sha256?: string | null;
            record_sha256?: string | null;
            /** @description Ed25519 over the 64 characters of `record_sha256`, base64; any other text is stored as an invalid signature */
            record_signature?: string | null;
            sequence?: number | null;
            /** @description ISO 6346 size-type read from the container, such as 22G1; it replaces the one known before, and other text is ignored */
            size_type?: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC
             */
            timestamp?: string | null;
            /** @description true when the picture is unlike those that the model was trained on, by figures in the model's file; absent where it has none */
            unlike_training?: boolean | null;
            user_email?: string | null;
            visualization?: string | null;
        };
        EdgeScan: {
            camera_id?: string | null;
            detections: components["schemas"]["EdgeDetection"][];
            device_id?: string | null;
            /** @description SHA-256 of the detections and the model; `record_sha256` then covers it as its last line */
            findings_sha256?: string | null;
            /** @description base64 JPEG, PNG, WebP or TIFF, raw or as a data URL */
            image: string;
            /** @description true when the picture is a smaller copy, because the device's storage was full */
            image_reduced?: boolean | null;
            /** @description SHA-256 of the picture as captured */
            image_sha256?: string | null;
            inference_ms?: number | null;
            model_name?: string | null;
            model_version?: string | null;
            /** @description the passage of one vehicle through one gate lane, unique among those of the device; ignored without `device_id` */
            passage_id?: string | null;
            /** @description the place of the container on the vehicle, such as `front`; ignored without `passage_id` */
            passage_position?: string | null;
            previous_sha256?: string | null;
            record_sha256?: string | null;
            /** @description Ed25519 over the 64 characters of `record_sha256`, base64; any other text is stored as an invalid signature */
            record_signature?: string | null;
            sequence?: number | null;
            /** @description ISO 6346 size-type read from the container, such as 22G1; it replaces the one known before, and other text is ignored */
            size_type?: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC
             */
            timestamp?: string | null;
            /** @description true when the picture is unlike those that the model was trained on, by figures in the model's file; absent where it has none */
            unlike_training?: boolean | null;
            user_email?: string | null;
            visualization?: string | null;
        };
        EdgeVerdict: {
            /** @description the cameras of the device that scanned it */
            cameraIds: string[];
            containerId: string;
            containerNumber: string;
            /** @description of all pictures and papers of the visit; null while nothing was judged, absent from older services */
            lane?: components["schemas"]["MatchLane"] | null;
            /** @description the one of these scans that was taken last */
            scanId: string;
            /**
             * Format: date-time
             * @description when it arrived
             */
            scannedAt: string;
            /**
             * Format: date-time
             * @description when it was taken; where the clock of its device is far off, when it arrived
             */
            takenAt: string;
            /**
             * @description the status of the visit; `HELD` as long as a decision to hold the container stands
             * @enum {string}
             */
            verdict: "REGISTERED" | "SCANNED" | "ESCALATED" | "HELD" | "INSPECT" | "CLEARED";
            /** @description the visit that the scans belong to */
            visitId: string;
        };
        EmailJob: {
            attempts: number;
            /** Format: date-time */
            createdAt: string;
            id: string;
            kind: components["schemas"]["EmailKind"];
            lastError: string | null;
            link: string | null;
            /** Format: date-time */
            linkExpiresAt: string;
            /** Format: date-time */
            sentAt: string | null;
            status: components["schemas"]["EmailStatus"];
            subject: string;
            to: string;
        };
        /** @enum {string} */
        EmailKind: "invite" | "password-reset" | "verify-email" | "change-email" | "email-change-notice" | "second-factor-notice" | "second-factor-reset" | "alert" | "shift-report";
        /** @enum {string} */
        EmailStatus: "pending" | "sent" | "failed" | "no-mail-server";
        EpcisEvent: {
            /** @enum {string} */
            action: "OBSERVE";
            bizStep: string;
            bizTransactionList?: {
                bizTransaction: string;
                /** @enum {string} */
                type: "bol";
            }[];
            disposition: string;
            /** @description `urn:epc:id:bic:` and the container's number */
            epcList: string[];
            errorDeclaration?: {
                /** Format: date-time */
                declarationTime: string;
                /** @enum {string} */
                reason: "incorrect_data";
            };
            eventID: string;
            /** Format: date-time */
            eventTime: string;
            /** @enum {string} */
            eventTimeZoneOffset: "+00:00";
            readPoint: {
                id: string;
            };
            /** Format: date-time */
            recordTime: string;
            /** @enum {string} */
            type: "ObjectEvent";
        };
        EpcisQueryDocument: {
            "@context": string[];
            /** Format: date-time */
            creationDate: string;
            epcisBody: {
                queryResults: {
                    queryName: string;
                    resultsBody: {
                        eventList: components["schemas"]["EpcisEvent"][];
                    };
                };
            };
            /** @enum {string} */
            schemaVersion: "2.0";
            /** @enum {string} */
            type: "EPCISQueryDocument";
        };
        Error: {
            error: {
                code: components["schemas"]["ErrorCode"];
                details?: {
                    message: string;
                    path: string;
                }[];
                message: string;
                requestId: string;
            };
            /** @enum {boolean} */
            success: false;
        };
        /**
         * @description The closed list of error codes.
         * @enum {string}
         */
        ErrorCode: "VALIDATION_ERROR" | "INVALID_IMAGE_FORMAT" | "INVALID_ID" | "NUMBER_NOT_READABLE" | "INVALID_TOKEN" | "SIGN_IN_FAILED" | "INVALID_CODE" | "PASSKEY_REFUSED" | "INVALID_REPORT_FORMAT" | "UNAUTHORIZED" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "INVALID_SECOND_FACTOR" | "SIGN_IN_EXPIRED" | "MISSING_API_KEY" | "INVALID_API_KEY" | "FORBIDDEN" | "UNTRUSTED_ORIGIN" | "INVITE_REQUIRED" | "WRONG_PASSWORD" | "SECOND_FACTOR_MISSING" | "SECOND_PERSON_REQUIRED" | "NOT_FOUND" | "CONTAINER_NOT_FOUND" | "MANIFEST_NOT_FOUND" | "MANIFEST_IMPORT_NOT_FOUND" | "CATEGORY_MAP_NOT_FOUND" | "RULE_SET_NOT_FOUND" | "REPLAY_NOT_FOUND" | "SCAN_NOT_FOUND" | "DETECTION_NOT_FOUND" | "VERDICT_NOT_FOUND" | "IMAGE_NOT_FOUND" | "EVIDENCE_NOT_FOUND" | "PASSAGE_NOT_FOUND" | "DEVICE_NOT_FOUND" | "PUSH_SUBSCRIPTION_NOT_FOUND" | "USER_NOT_FOUND" | "SESSION_NOT_FOUND" | "SECOND_FACTOR_NOT_FOUND" | "SERVICE_ACCOUNT_NOT_FOUND" | "SERVICE_TOKEN_NOT_FOUND" | "SAVED_VIEW_NOT_FOUND" | "INVITE_NOT_FOUND" | "EMAIL_JOB_NOT_FOUND" | "WEBHOOK_NOT_FOUND" | "WEBHOOK_DELIVERY_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "LEGAL_HOLD_NOT_FOUND" | "CONTAINER_NUMBER_TAKEN" | "CONTAINER_HELD" | "SCAN_NOT_DONE" | "MANIFEST_CONFLICT" | "MANIFEST_IMPORT_ENDED" | "RULE_SET_NOT_CANDIDATE" | "RULE_SET_OUTDATED" | "ACTIVATION_REFUSED" | "IDEMPOTENCY_KEY_REUSED" | "ACCOUNT_EXISTS" | "INVITE_NOT_OPEN" | "EMAIL_NOT_RETRYABLE" | "WEBHOOK_DELIVERED" | "WEBHOOK_DISABLED" | "TOO_MANY_WEBHOOKS" | "TOO_MANY_SAVED_VIEWS" | "INVITE_GONE" | "IMAGE_EXPIRED" | "ESCALATION_NOT_FOUND" | "CAMERA_NOT_FOUND" | "SHIFT_NOT_FOUND" | "EDGE_DEVICE_NOT_FOUND" | "JOIN_CODE_NOT_FOUND" | "CONFIGURATION_NOT_FOUND" | "RELEASE_NOT_FOUND" | "RELEASE_EXISTS" | "RELEASE_IN_USE" | "ROLL_OUT_NOT_FOUND" | "ROLL_OUT_ENDED" | "EDGE_DEVICE_REVOKED" | "EDGE_DEVICE_SHARES_KEY" | "SIGNING_KEY_IN_USE" | "DEVICE_IN_USE" | "JOIN_CODE_GONE" | "ESCALATION_ALREADY_OPEN" | "ESCALATION_CLAIMED" | "ESCALATION_NOT_CLAIMED" | "ESCALATION_RESOLVED" | "VISIT_NOT_FOUND" | "VISIT_UNDECIDED" | "VISIT_EMPTY" | "LAST_ADMIN" | "ACCOUNT_ERASED" | "LAST_SECOND_FACTOR" | "TOO_MANY_PASSKEYS" | "NO_SECOND_FACTOR" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "RANGE_NOT_SATISFIABLE" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_STREAMS" | "INTERNAL_ERROR" | "STREAMING_CATEGORY_SCAN_FAILED" | "STREAMING_ILLEGAL_SCAN_FAILED" | "PDF_NOT_IMPLEMENTED" | "TRADE_EVENTS_OFF" | "SERVICE_UNAVAILABLE" | "AI_SERVICE_UNAVAILABLE" | "SIGN_IN_PROVIDER_NOT_CONFIGURED";
        Escalation: {
            /** Format: date-time */
            claimedAt: string | null;
            claimedBy: {
                email: string;
                id: string;
            } | null;
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            /** Format: date-time */
            createdAt: string;
            decision: components["schemas"]["EscalationDecision"] | null;
            decisionReason: string | null;
            /** @description the critical findings that raised the escalation, and those of scans since, the most severe first */
            findings: components["schemas"]["MatchFinding"][];
            id: string;
            /** @description null when a scan raised the escalation */
            raisedBy: {
                email: string;
                id: string;
            } | null;
            reason: string;
            reasonPhrase?: components["schemas"]["Phrase"];
            /** Format: date-time */
            resolvedAt: string | null;
            resolvedBy: {
                email: string;
                id: string;
            } | null;
            /** @description the scan that raised the escalation, or showed something more severe since */
            scanId: string | null;
            source: components["schemas"]["EscalationSource"];
            state: components["schemas"]["EscalationState"];
            /** Format: date-time */
            updatedAt: string;
        };
        /** @enum {string} */
        EscalationDecision: "clear" | "hold" | "inspect";
        /**
         * @description `user`: a user. `manifest`: a manifest match with critical findings. `illegal`: detected illegal goods. `alert`: a person, a weapon or damage that needs attention at once. `sample`: a green container that was chosen at random.
         * @enum {string}
         */
        EscalationSource: "user" | "manifest" | "illegal" | "alert" | "sample";
        /** @enum {string} */
        EscalationState: "OPEN" | "CLAIMED" | "RESOLVED";
        EscalationViewer: {
            escalationId: string;
            /** Format: date-time */
            since: string;
            user: {
                email: string;
                id: string;
            };
        };
        Evidence: {
            cameraId: string | null;
            clockSuspect: boolean;
            containerId: string;
            detections: components["schemas"]["Detection"][];
            deviceId: string | null;
            /** @description `ev_` and an object identifier */
            evidenceId: string;
            hasVisualization: boolean;
            image: {
                contentType: string;
                /** @description when the picture was deleted, at the end of its retention period or at a person's request; its hashes stay */
                deletedAt: string | null;
                height: number;
                /** @description SHA-256 of the picture as captured; differs from sha256 when reduced */
                originalSha256: string;
                reduced: boolean;
                /** @description SHA-256 of the bytes that the service returns */
                sha256: string;
                sizeBytes: number;
                width: number;
            };
            note: string | null;
            /** @description null for photos by people, and of devices that send no passage */
            passage: components["schemas"]["RecordPassage"] | null;
            /** Format: date-time */
            receivedAt: string;
            /** @enum {string} */
            source: "edge" | "user";
            /**
             * Format: date-time
             * @description when the photo was taken, by the device's clock; when it arrived, if a user sent it
             */
            timestamp: string;
            uploader: {
                email: string;
                id: string;
            };
            /** @description as the device sent it, even if no such account exists */
            userEmail: string | null;
            /** @description number of the visit that the photo belongs to */
            visit: number;
        };
        Examination: {
            /** Format: date-time */
            at: string;
            by: {
                email: string;
                id: string;
            };
            id: string;
            /** @description the container was opened */
            isOpened: boolean;
            /** @description the lane of the visit at that time */
            lane: components["schemas"]["MatchLane"] | null;
            note: string;
            /** @description the escalation whose decision ordered it; null without an order */
            orderId: string | null;
            result: components["schemas"]["ExaminationResult"];
            /** @description the rules that had found something on the visit at that time */
            rules: components["schemas"]["ExaminedRule"][];
            /** @description its weight on a scale; null where it was not weighed */
            weighedKg: number | null;
        };
        /**
         * @description `nothing`: the goods fit the papers. `found`: something does not. `seized`: something was taken away.
         * @enum {string}
         */
        ExaminationResult: "nothing" | "found" | "seized";
        ExaminedRule: {
            isConfirmed: boolean;
            rule: string;
            severity: components["schemas"]["Severity"];
        };
        FacetCount: {
            /** @description containers with this value */
            count: number;
            /**
             * @description present where not all containers were counted: there may be more
             * @enum {boolean}
             */
            isExact?: false;
            /** @description of a camera or lane that has one */
            name: string | null;
            /** @description as the query parameter of this name takes it */
            value: string;
        };
        FleetFaults: {
            /** @description cameras that were reported as faulty and have not recovered, the longest first; at most 200 */
            faultyCameras: {
                cameraId: string;
                deviceId: string;
                /** @description `down`, `dark`, `frozen`, `blurred` or `turned` */
                fault: string;
                name: string | null;
                /** @description why it is down */
                reason: string | null;
                /** Format: date-time */
                since: string;
            }[];
            /** @description edge devices whose disk, or the space of their queue, is nearly full, the longest first; at most 200 */
            lowDisks: {
                id: string;
                name: string;
                /** Format: date-time */
                since: string;
            }[];
            /** @description edge devices that are silent, the longest first; at most 200 */
            silentDevices: {
                id: string;
                name: string;
                /** Format: date-time */
                silentSince: string;
            }[];
            /** @description edge devices whose clock is off by more than a minute, the longest first; at most 200 */
            wrongClocks: {
                id: string;
                name: string;
                /** Format: date-time */
                since: string;
                /** @description how far its clock is ahead; negative when it is behind; null: unknown */
                skewMs: number | null;
            }[];
        };
        GoodsRules: {
            /** @description share of detections that are right, by their share of the picture */
            classPrecision: {
                /** @description from this share of the picture on */
                fromAreaShare: number;
                /** @description share of the detections of this size that are right */
                precision: number;
            }[];
            /** @description share of the picture that critical undeclared objects take at least */
            criticalAreaShare: number;
            /** @description undeclared objects are critical from this probability on */
            criticalProbability: number;
            /** @description groups of cameras, by their ids, that see different parts of a load: their counts add up */
            disjointCameras: string[][];
            /** @description pallets that may stay behind in an empty container */
            dunnagePieces: number;
            /** @description a class for an empty container counts from this confidence on */
            emptyConfidence: number;
            /** @description share of wrong detections that reach a confidence; below the lowest entry all do */
            errorConfidences: {
                /** @description from this confidence on */
                fromConfidence: number;
                /** @description share of wrong detections that reach it */
                share: number;
            }[];
            /** @description standard deviations above the declared count for a critical excess */
            excessCriticalDeviations: number;
            /** @description times the declared count for a critical excess */
            excessCriticalFactor: number;
            /** @description standard deviations above the declared count */
            excessWarningDeviations: number;
            /** @description share of the strays that take `criticalAreaShare` of a picture or more */
            largeStrayShare: number;
            /** @description models whose errors were measured */
            models: {
                /** @description how many it names; absent: as many as the category map */
                classes?: number;
                /** @description for classes that differ from `misnamedShare` */
                misnamedByClass?: {
                    [key: string]: number;
                };
                /** @description share of the detected objects that get the name of another class */
                misnamedShare: number;
                /** @description as scans state it, without the version */
                name: string;
                /** @description share of the visible objects that it detects */
                recall: number;
                /** @description detections per picture where there is no object */
                straysPerPicture: number;
            }[];
            /** @description any other model, and scans that do not name theirs */
            otherModels: {
                /** @description how many it names; absent: as many as the category map */
                classes?: number;
                /** @description for classes that differ from `misnamedShare` */
                misnamedByClass?: {
                    [key: string]: number;
                };
                /** @description share of the detected objects that get the name of another class */
                misnamedShare: number;
                /** @description share of the visible objects that it detects */
                recall: number;
                /** @description detections per picture where there is no object */
                straysPerPicture: number;
            };
            /** @description standard deviations below; full X-ray views only */
            shortageWarningDeviations: number;
            undeclaredPackages: {
                /** @description critical when honest loads look like this in a smaller share of pictures */
                criticalChance: number;
                /** @description a warning when honest loads look like this in a smaller share of pictures */
                warningChance: number;
            };
            undeclaredWholeObjects: {
                /** @description critical when honest loads look like this in a smaller share of pictures */
                criticalChance: number;
                /** @description a warning when honest loads look like this in a smaller share of pictures */
                warningChance: number;
            };
            /** @description undeclared objects are reported from this probability on */
            warningProbability: number;
            /** @description share of the picture from which on whole objects are more than information */
            wholeObjectAreaShare: number;
            /** @description classes that are goods of their own, not packages */
            wholeObjects: string[];
        };
        Heartbeat: {
            cameras: {
                cameraId: string;
                framesPerSecond: number | null;
                frozen: boolean | null;
                lastError: string | null;
                /** Format: date-time */
                lastFrameAt: string | null;
                /** @description what is wrong with its pictures */
                pictureFaults?: string[];
                restarts: number | null;
                state: string;
            }[];
            clockSynchronised: boolean | null;
            disk: {
                freeBytes: number | null;
                totalBytes: number | null;
            } | null;
            models: {
                /** @description why the device does not use the model */
                error?: string | null;
                name: string;
                version: string | null;
            }[];
            queue: components["schemas"]["QueueReport"] | null;
            /** @description how far it is with what is rolled out to it */
            releases?: components["schemas"]["ReleaseReport"][];
            /** @description how far it is with the models that it compares with those in use */
            shadows?: components["schemas"]["ReleaseReport"][];
            /**
             * Format: date-time
             * @description the device's clock when it sent this
             */
            timestamp: string | null;
            uptimeSeconds: number | null;
            /** @description whether it sends pictures of cameras that users watch; null if its version cannot */
            watchingEnabled?: boolean | null;
        };
        HeartbeatRequest: {
            agent_version?: string | null;
            cameras?: {
                camera_id: string;
                frames_per_second?: number | null;
                frozen?: boolean | null;
                last_error?: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC
                 */
                last_frame_at?: string | null;
                /** @description such as `dark`, `frozen`, `blurred`, `turned` */
                picture_faults?: string[] | null;
                restarts?: number | null;
                state: string;
            }[] | null;
            clock_synchronised?: boolean | null;
            device_id?: string | null;
            disk?: {
                free_bytes?: number | null;
                total_bytes?: number | null;
            } | null;
            models?: {
                /** @description why the device does not use the model */
                error?: string | null;
                name: string;
                version?: string | null;
            }[] | null;
            /** @description records that wait for delivery, and parked records */
            queue?: {
                hours_until_full?: number | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC
                 */
                last_delivered_at?: string | null;
                max_bytes?: number | null;
                oldest_age_seconds?: number | null;
                parked?: number | null;
                pending?: number | null;
                refused?: number | null;
                /** @description until the records that wait are delivered, at the present rate */
                seconds_until_drained?: number | null;
                /** @description scans that wait on the device for their container number */
                unnumbered?: number | null;
                used_bytes?: number | null;
            } | null;
            /** @description how far the device is with what the replies to its heartbeats have named */
            releases?: {
                downloaded_bytes?: number | null;
                kind: components["schemas"]["ReleaseKind"];
                name: string;
                /** @description why it waits, or was refused */
                reason?: string | null;
                release_id: string;
                state: components["schemas"]["ReleaseState"];
                version: string;
            }[] | null;
            /** @description how far the device is with the models that it compares with those in use, and how they differ */
            shadows?: {
                /** @description how it differs from the model in use; absent before the first picture */
                comparison?: {
                    active_ms?: number | null;
                    active_version: string;
                    both: number;
                    classes: {
                        both: number;
                        class_name: string;
                        confidence_difference?: number | null;
                        only_active: number;
                        only_shadow: number;
                    }[];
                    only_active: number;
                    only_shadow: number;
                    pictures_compared: number;
                    pictures_equal: number;
                    pictures_failed: number;
                    pictures_skipped: number;
                    shadow_ms?: number | null;
                    /**
                     * Format: date-time
                     * @description ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC
                     */
                    since: string;
                } | null;
                downloaded_bytes?: number | null;
                kind: components["schemas"]["ReleaseKind"];
                name: string;
                /** @description why it waits, or was refused */
                reason?: string | null;
                release_id: string;
                state: components["schemas"]["ReleaseState"];
                version: string;
            }[] | null;
            /**
             * Format: date-time
             * @description the device's clock when it sent this
             */
            timestamp?: string | null;
            uptime_seconds?: number | null;
            /** @description whether it sends pictures of cameras that users watch */
            watching_enabled?: boolean | null;
        };
        Identification: {
            /** @description other readings */
            candidates: {
                confidence: number;
                containerNumber: string;
            }[];
            /** @description 0 to 1 */
            confidence: number | null;
            /** @description null without a number, for an unknown number with a wrong check digit, and for any unknown one with `create=false` */
            container: components["schemas"]["Container"] | null;
            /** @description null when no number could be read */
            containerNumber: string | null;
            /** @description true when this request created the container */
            created: boolean;
            numberCheck: components["schemas"]["NumberCheck"] | null;
            /** @description why `containerNumber` is null although something was read: too uncertain, or several containers */
            reason: string | null;
        };
        ImportColumn: {
            /** @description null: not imported */
            column: string | null;
            /** @description its first values */
            examples: string[];
            /** @description the name in the file; empty for a column without one */
            header: string;
            /**
             * @description the reason for the choice; `remembered`: the caller has chosen it for an earlier file
             * @enum {string}
             */
            source: "answer" | "remembered" | "name" | "guess" | "content" | "none";
        };
        ImportQuestion: {
            /** @enum {string} */
            about: "decimal-mark" | "weight-unit" | "columns";
            /** @description cells that leave it open */
            examples: string[];
            message: string;
        };
        Invite: {
            /** Format: date-time */
            acceptedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            email: string;
            /** Format: date-time */
            expiresAt: string;
            id: string;
            invitedBy: {
                email: string;
                id: string;
            };
            role: components["schemas"]["Role"];
            status: components["schemas"]["InviteStatus"];
        };
        /** @enum {string} */
        InviteStatus: "open" | "accepted" | "revoked" | "expired";
        JoinRequest: {
            agent_version?: string | null;
            /** @description the code that the admin received; case, spaces and hyphens are ignored */
            code: string;
            /** @description the id that the device has given itself */
            device_id?: string | null;
            /** @description true: the device is new hardware and restores the configuration that is kept; without one, the code stays valid */
            restore?: boolean | null;
            /** @description the public half of the Ed25519 key with which the device signs its records: its 32 bytes, in base64 */
            signing_key?: string | null;
            /** @description required with `signing_key`: the signature of this key over "container-inspection signing key", a line feed and `code` as it is sent */
            signing_key_proof?: string | null;
        };
        LegalHold: {
            /** Format: date-time */
            placedAt: string;
            placedBy: {
                /** @description the email address at that time */
                email: string;
                id: string;
            };
            reason: string;
        };
        ListTotal: {
            /** @description the database's estimate, rounded to two digits, where counting would take too long */
            count: number;
            isExact: boolean;
        };
        LiveEvent: {
            /** Format: date-time */
            at: string;
            /** @description the container at the time of sending */
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            id: string;
            /** @enum {string} */
            kind: "container.created";
            /** @enum {string} */
            source: "edge" | "user";
        } | {
            /** Format: date-time */
            at: string;
            /** @description the fields that changed, such as `status`, `owner`, `manifestIds` */
            changed: string[];
            /** @description the container at the time of sending */
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            id: string;
            /** @enum {string} */
            kind: "container.updated";
        } | {
            /** Format: date-time */
            at: string;
            /** @description the container at the time of sending */
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            id: string;
            /** @enum {string} */
            kind: "container.deleted";
            /** @description the container that it was merged into; null when it was deleted */
            mergedIntoId: string | null;
        } | {
            /** Format: date-time */
            at: string;
            /** @description the container at the time of sending */
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            id: string;
            /** @enum {string} */
            kind: "visit.begun";
            /** @description the visit whose first record was kept */
            visitId: string;
        } | {
            /** Format: date-time */
            at: string;
            cameraId: string | null;
            /** @description the container at the time of sending */
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            id: string;
            /** @enum {string} */
            kind: "scan.recorded";
            scanId: string;
            /** @enum {string} */
            source: "edge" | "user";
            /** @enum {string} */
            status: "done" | "pending";
            type: components["schemas"]["ScanType"];
        } | {
            /** Format: date-time */
            at: string;
            /** @description the container at the time of sending */
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            id: string;
            /** @enum {string} */
            kind: "scan.finished";
            scanId: string;
            /** @enum {string} */
            status: "done" | "failed";
            type: components["schemas"]["ScanType"];
        } | {
            /** Format: date-time */
            at: string;
            /** @description the container at the time of sending */
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            escalationId: string;
            id: string;
            /** @enum {string} */
            kind: "escalation.raised";
            source: components["schemas"]["EscalationSource"];
        } | {
            /** Format: date-time */
            at: string;
            /** @description the container at the time of sending */
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            escalationId: string;
            id: string;
            /** @enum {string} */
            kind: "escalation.extended";
            source: components["schemas"]["EscalationSource"];
        } | {
            /** Format: date-time */
            at: string;
            claimedById: string;
            /** @description the container at the time of sending */
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            escalationId: string;
            id: string;
            /** @enum {string} */
            kind: "escalation.claimed";
        } | {
            /** Format: date-time */
            at: string;
            /** @description the container at the time of sending */
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            escalationId: string;
            id: string;
            /** @enum {string} */
            kind: "escalation.released";
        } | {
            /** Format: date-time */
            at: string;
            /** @description the container at the time of sending */
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            decision: components["schemas"]["EscalationDecision"] | null;
            escalationId: string;
            id: string;
            /** @enum {string} */
            kind: "escalation.resolved";
        } | {
            /** Format: date-time */
            at: string;
            escalationId: string;
            id: string;
            /** @enum {string} */
            kind: "escalation.viewers-changed";
        } | {
            /** Format: date-time */
            at: string;
            cameraId: string;
            deviceId: string | null;
            id: string;
            /** @enum {string} */
            kind: "camera.seen";
        } | {
            /** Format: date-time */
            at: string;
            cameraId: string;
            deviceId: string;
            /** @description `down`, or a fault of its pictures: `dark`, `frozen`, `blurred`, `turned` */
            fault: string;
            id: string;
            /** @enum {string} */
            kind: "camera.faulty";
            /** @description why it is down, by its device */
            reason: string | null;
        } | {
            /** Format: date-time */
            at: string;
            cameraId: string;
            deviceId: string;
            id: string;
            /** @enum {string} */
            kind: "camera.recovered";
        } | {
            /** Format: date-time */
            at: string;
            cameraId: string;
            deviceId: string;
            id: string;
            /** @enum {string} */
            kind: "camera.drifted";
            /** @description what its days differ in from its reference; empty: the drift has ended */
            measures: string[];
        } | {
            /** Format: date-time */
            at: string;
            cameraId: string;
            deviceId: string | null;
            id: string;
            /** @enum {string} */
            kind: "chain.broken";
            /**
             * @description `restart`: a chain begins again, as with a new data folder. `foreign-device`: the device sent the `device_id` of another one. A device without valid signatures, or with a foreign `device_id`, is listed once, until it sends a valid record
             * @enum {string}
             */
            problem: "gap" | "fork" | "replay" | "restart" | "missing-signature" | "invalid-signature" | "foreign-device";
            recordId: string;
        } | {
            /** Format: date-time */
            at: string;
            cameraId: string;
            deviceId: string | null;
            id: string;
            /** @enum {string} */
            kind: "chain.restored";
            /**
             * @description `restart`: a chain begins again, as with a new data folder. `foreign-device`: the device sent the `device_id` of another one. A device without valid signatures, or with a foreign `device_id`, is listed once, until it sends a valid record
             * @enum {string}
             */
            problem: "gap" | "fork" | "replay" | "restart" | "missing-signature" | "invalid-signature" | "foreign-device";
            recordId: string;
        } | {
            /** Format: date-time */
            at: string;
            deviceId: string;
            id: string;
            /** @enum {string} */
            kind: "device.silent";
            name: string | null;
        } | {
            /** Format: date-time */
            at: string;
            deviceId: string;
            id: string;
            /** @enum {string} */
            kind: "device.back";
            name: string | null;
        } | {
            /** Format: date-time */
            at: string;
            deviceId: string;
            freeBytes: number;
            id: string;
            /** @enum {string} */
            kind: "device.disk-low";
            name: string | null;
            /**
             * @description the disk of the device, or the space that its queue may take
             * @enum {string}
             */
            place: "disk" | "queue";
            totalBytes: number;
        } | {
            /** Format: date-time */
            at: string;
            deviceId: string;
            freeBytes: number;
            id: string;
            /** @enum {string} */
            kind: "device.disk-freed";
            name: string | null;
            /**
             * @description the disk of the device, or the space that its queue may take
             * @enum {string}
             */
            place: "disk" | "queue";
            totalBytes: number;
        } | {
            /** Format: date-time */
            at: string;
            deviceId: string;
            id: string;
            /** @enum {string} */
            kind: "device.clock-off";
            name: string | null;
            /** @description how far its clock is ahead of the service's clock; negative when it is behind */
            skewMs: number;
        } | {
            /** Format: date-time */
            at: string;
            deviceId: string;
            id: string;
            /** @enum {string} */
            kind: "device.clock-set";
            name: string | null;
            /** @description how far its clock is ahead of the service's clock; negative when it is behind */
            skewMs: number;
        };
        /** @enum {string} */
        LiveEventKind: "container.created" | "container.updated" | "container.deleted" | "visit.begun" | "scan.recorded" | "scan.finished" | "escalation.raised" | "escalation.extended" | "escalation.claimed" | "escalation.released" | "escalation.resolved" | "escalation.viewers-changed" | "camera.seen" | "camera.faulty" | "camera.recovered" | "camera.drifted" | "chain.broken" | "chain.restored" | "device.silent" | "device.back" | "device.disk-low" | "device.disk-freed" | "device.clock-off" | "device.clock-set";
        LivePicture: {
            /** @description why no newer picture comes */
            absence: components["schemas"]["LivePictureAbsence"] | null;
            /** @description the newest picture of the last 30 seconds; boxes in its pixels */
            picture: components["schemas"]["LivePictureImage"] | null;
            /** @description changes with every picture */
            version: string;
        };
        LivePictureAbsence: {
            message: string;
            /** @enum {string} */
            reason: "no-device" | "silent" | "unsupported" | "disabled" | "camera" | "deliveries" | "waiting";
        };
        LivePictureImage: {
            /** @description at the time of the reply */
            ageMs: number;
            boxes: {
                className: string;
                confidence: number;
                trackingId: number | null;
                x1: number;
                x2: number;
                y1: number;
                y2: number;
            }[];
            height: number;
            /** @description base64 JPEG */
            image: string;
            /**
             * Format: date-time
             * @description by the clock of the service
             */
            takenAt: string;
            width: number;
        };
        LivePictureRequest: {
            /**
             * @description why there is no picture: the camera delivers none, or stored records are delivered first
             * @enum {string|null}
             */
            absence?: "camera" | "deliveries" | null;
            /** @description time since the picture was taken */
            age_ms?: number | null;
            boxes?: {
                bbox: {
                    x1: number;
                    x2: number;
                    y1: number;
                    y2: number;
                };
                class_name: string;
                confidence: number;
                tracking_id?: number | null;
            }[] | null;
            camera_id: string;
            device_id?: string | null;
            /** @description base64 JPEG, raw or as a data URL; at most 1280 pixels wide and high */
            image?: string | null;
        };
        LookAlike: {
            /** @description the name of a class */
            class: string;
            /** @description how many of 1 are taken for it */
            rate: number;
            /** @description the name of the class that a model may see instead */
            takenFor: string;
        };
        LostFinding: {
            /** @enum {string} */
            confirmedBy: "examination" | "decision" | "verdict";
            containerId: string;
            containerNumber: string;
            finding: components["schemas"]["MatchFinding"];
            visitId: string;
        };
        Manifest: {
            billOfLading: string | null;
            /** @description same fields as shipper */
            consignee: {
                [key: string]: unknown;
            } | null;
            /** @description the container it is attached to */
            containerId: string | null;
            containerNumber: string | null;
            /** @description ISO 6346 size-type, such as 22G1 */
            containerType: string | null;
            /** Format: date-time */
            createdAt: string;
            createdBy: {
                email: string;
                id: string;
            };
            /** @description description, hsCode, quantity, packageCode, numberOfPackages, grossWeight, volume, dangerousGoods */
            declaredGoods: {
                [key: string]: unknown;
            }[] | null;
            /** @description same fields as origin */
            destination: {
                [key: string]: unknown;
            } | null;
            id: string;
            numberCheck: components["schemas"]["NumberCheck"] | null;
            /** @description unLocationCode, name, countryCode, facilityCode, facilityCodeListProvider */
            origin: {
                [key: string]: unknown;
            } | null;
            /** @description partyName, identifyingCode, taxReference, address, contact */
            shipper: {
                [key: string]: unknown;
            } | null;
            status: components["schemas"]["ManifestStatus"];
            /** Format: date-time */
            updatedAt: string;
            /** @description name, imoNumber, voyageNumber, flag, callSign */
            vessel: {
                [key: string]: unknown;
            } | null;
            /** @description gross, tare, net, vgm: { value, unit, method } */
            weight: {
                [key: string]: unknown;
            } | null;
        };
        ManifestBody: {
            billOfLading?: string | null;
            /** @description same fields as shipper */
            consignee?: {
                [key: string]: unknown;
            } | null;
            containerNumber?: string | null;
            /** @description ISO 6346 size-type, such as 22G1 */
            containerType?: string | null;
            /** @description description, hsCode, quantity, packageCode, numberOfPackages, grossWeight, volume, dangerousGoods */
            declaredGoods?: {
                [key: string]: unknown;
            }[] | null;
            /** @description same fields as origin */
            destination?: {
                [key: string]: unknown;
            } | null;
            /** @description unLocationCode, name, countryCode, facilityCode, facilityCodeListProvider */
            origin?: {
                [key: string]: unknown;
            } | null;
            /** @description partyName, identifyingCode, taxReference, address, contact */
            shipper?: {
                [key: string]: unknown;
            } | null;
            status?: components["schemas"]["ManifestStatus"];
            /** @description name, imoNumber, voyageNumber, flag, callSign */
            vessel?: {
                [key: string]: unknown;
            } | null;
            /** @description gross, tare, net, vgm: { value, unit, method } */
            weight?: {
                [key: string]: unknown;
            } | null;
        } & {
            [key: string]: unknown;
        };
        ManifestChange: {
            /** @enum {string} */
            action: "created" | "updated" | "attached" | "detached" | "deleted";
            actor: components["schemas"]["AuditActor"];
            /** Format: date-time */
            at: string;
            /** @description the fields that changed */
            changes: {
                /** @description null when the field is empty */
                after?: unknown;
                /** @description null when the field was empty */
                before?: unknown;
                /** @description a field of the manifest; `containerId` when it was attached or detached */
                field: string;
            }[];
            id: string;
        };
        ManifestFileImport: {
            /** @description empty for a format without columns */
            columns: components["schemas"]["ImportColumn"][];
            /** Format: date-time */
            createdAt: string;
            createdBy: {
                email: string;
                id: string;
            };
            /** @description as answered, or as the file shows it; null where it does not matter */
            decimalMark: components["schemas"]["DecimalMark"] | null;
            /** @description properties of the format, such as its separator and its encoding */
            details: string | null;
            fileName: string | null;
            /** Format: date-time */
            finishedAt: string | null;
            /** @description the format that its content has, such as `CSV`; null before it was read */
            format: string | null;
            id: string;
            /** @description facts about the file that its sender should know, such as rows that were passed over */
            notes: string[];
            preview: boolean;
            /** @description the reason why the file cannot be imported at all */
            problem: string | null;
            question: components["schemas"]["ImportQuestion"] | null;
            /** @description the rows of the file, and of those the ones with each outcome so far */
            rows: {
                failed: number;
                imported: number;
                /** @description rows with values that were not understood */
                notUnderstood: number;
                /** @description null before the file was read */
                total: number | null;
                unchanged: number;
                updated: number;
            };
            /** @description of the file */
            sha256: string;
            sizeBytes: number;
            /**
             * @description `waiting`: it is being read or written; `needs-answer`: see `question`; `previewed`: nothing was written; `finished`: every row has its outcome; `failed`: see `problem`
             * @enum {string}
             */
            state: "waiting" | "needs-answer" | "previewed" | "finished" | "failed";
        };
        ManifestImport: {
            /** @description lines that were rejected because they or their manifest are invalid */
            failed: number;
            /** @description manifests created */
            imported: number;
            lines: {
                /** @description only when the line failed */
                errors?: components["schemas"]["ManifestImportError"][];
                /** @description counts from 1, including the CSV header */
                line: number;
                /** @description absent when the line failed */
                manifestId?: string;
                /** @description values of the line that are kept as they are written and not compared, or not kept */
                notUnderstood?: components["schemas"]["NotUnderstood"][];
                /** @enum {string} */
                outcome: "imported" | "updated" | "unchanged" | "failed";
            }[];
            /** @description existing manifests with the same content */
            unchanged: number;
            /** @description existing manifests that were changed */
            updated: number;
        };
        ManifestImportError: {
            code: components["schemas"]["ErrorCode"];
            message: string;
            /** @description a CSV column, or a path such as `declaredGoods.0`; empty for the whole line */
            path: string;
        };
        ManifestImportRow: {
            /** @description of its manifest, as far as it was read */
            billOfLading: string | null;
            /** @description of a failed row: its cells in the order of `columns`, or its line of JSON, unchanged */
            cells: string[] | null;
            /** @description of its manifest, as far as it was read */
            containerNumber: string | null;
            /** @description the reasons why it failed */
            errors: components["schemas"]["ManifestImportError"][];
            /** @description the place of the row above that the row is one manifest with; null for the first of a manifest */
            joins: string | null;
            /** @description null when the row failed, and in a preview for a new manifest */
            manifestId: string | null;
            notUnderstood: components["schemas"]["NotUnderstood"][];
            /** @description its position in the file */
            number: number;
            /**
             * @description in a preview, the outcome that an import would have
             * @enum {string}
             */
            outcome: "imported" | "updated" | "unchanged" | "failed";
            /** @description its place in words, such as `line 12` */
            place: string;
        };
        ManifestMatch: {
            /**
             * @description of the documents alone
             * @enum {string}
             */
            documentLane: "green" | "yellow" | "red";
            findings: components["schemas"]["MatchFinding"][];
            /** @description false where the pictures or the manifest do not allow a comparison */
            isComplete: boolean;
            /**
             * @description of the cargo: at least yellow while the comparison is incomplete
             * @enum {string}
             */
            lane: "green" | "yellow" | "red";
            /** @description versions of the rules, of the rule set and of the category map */
            ruleSet: string;
            score: number;
        };
        ManifestMatchPreview: {
            after: components["schemas"]["ManifestMatch"] | null;
            before: components["schemas"]["ManifestMatch"] | null;
        };
        /** @enum {string} */
        ManifestStatus: "DRAFT" | "SUBMITTED" | "VALIDATED" | "REJECTED" | "AMENDED";
        MatchEvidence: {
            /** @description their indexes in the scan's detections */
            detections: number[];
            scanId: string;
        };
        MatchFinding: {
            /** @description the class of the model it is about */
            className?: string;
            /** @description the decision that was taken on this finding; only in reports */
            decided?: {
                /** Format: date-time */
                at: string;
                by: string;
                decision: string;
                escalationId: string;
            };
            declared: string | null;
            evidence?: components["schemas"]["MatchEvidence"][];
            /** @description the entries of the category map and the settings that decided */
            explanation?: string[];
            /** @description what it rests on, in words that stand in an appeal beside `message`: objects and pictures with their SHA-256, declared lines, entries of the category map, rule and versions */
            grounds?: string;
            /**
             * @description what it concerns
             * @enum {string}
             */
            lane: "cargo" | "documents";
            /** @description the declared lines it is about, from 1, counted in each manifest */
            lines?: number[];
            /** @description which of the container's manifests it is about; absent where it is about all of them */
            manifests?: components["schemas"]["MatchPaper"][];
            message: string;
            observed: string | null;
            /** @description of the texts by the same names, for other languages; a text without one holds the sender's words */
            phrases?: {
                declared?: components["schemas"]["Phrase"];
                /** @description where `grounds` is absent, whose phrase has them */
                explanation?: components["schemas"]["Phrase"][];
                grounds?: components["schemas"]["Phrase"];
                message: components["schemas"]["Phrase"];
                observed?: components["schemas"]["Phrase"];
            };
            /** @description that it is true, where the rule can state it */
            probability?: number;
            rule: string;
            severity: components["schemas"]["Severity"];
        };
        /** @enum {string} */
        MatchLane: "green" | "yellow" | "red";
        MatchPaper: {
            /** @description the declared lines there, from 1 */
            lines: number[];
            manifestId: string;
        };
        Me: {
            /** Format: date-time */
            createdAt: string;
            email: string;
            hasSecondFactor: boolean;
            id: string;
            /** @description the role requires a second factor and the account has none: only adding one is possible */
            mustAddSecondFactor: boolean;
            name: string | null;
            role: components["schemas"]["Role"];
            /** @description the IANA time zone that this user reads times in; null: that of the device */
            timeZone: string | null;
        };
        MissingPart: {
            /**
             * @description `secret`: a password, or credentials inside an address. `variable`: an environment variable that the setting uses. `file`: a file beside the configuration. `page-password`: the password of the technician's page
             * @enum {string}
             */
            kind: "secret" | "variable" | "file" | "page-password";
            /** @description of the variable or the file */
            name: string | null;
            /** @description where it belongs, such as `cameras.gate-1-top.password` */
            setting: string;
            /** @description of the model file */
            sha256: string | null;
        };
        NearMiss: {
            /**
             * @description `transposition`: two neighbouring characters are swapped; `look-alike`: one or two characters look alike, such as 0 and O; `one-character`: any other single character differs. The check digit fits at least one of both numbers
             * @enum {string}
             */
            confusion: "transposition" | "look-alike" | "one-character";
            /** @description the container with this number; null where only a manifest has it */
            containerId: string | null;
            containerNumber: string;
            numberCheck: components["schemas"]["NumberCheck"];
        };
        NewPasskey: {
            id: string;
            rawId: string;
            response: {
                attestationObject: string;
                clientDataJSON: string;
                transports?: string[];
            };
            /** @enum {string} */
            type: "public-key";
        };
        NotificationSettings: {
            alerts: components["schemas"]["AlertKind"][];
            /** @description the kinds that the caller's role may receive */
            availableAlerts: components["schemas"]["AlertKind"][];
            availableShiftReports: components["schemas"]["ShiftReportChoice"][];
            /** @description false while the service has no mail server, so that nothing is sent */
            mailConfigured: boolean;
            shiftReports: components["schemas"]["ShiftReportChoice"];
            /** @description the sites that alerts and reports are about; null for all */
            siteIds: string[] | null;
            /**
             * Format: date-time
             * @description null while the defaults of the role are in force
             */
            updatedAt: string | null;
        };
        NotUnderstood: {
            message: string;
            /** @description such as `declaredGoods.0.hsCode`, or a column of the file */
            path: string;
            /** @description the value as the sender wrote it, shortened */
            text: string;
        };
        /** @enum {string} */
        NumberCheck: "valid" | "bad-check-digit" | "not-iso6346";
        NumberConfirmation: {
            /** Format: date-time */
            confirmedAt: string;
            confirmedBy: {
                /** @description the email address at that time */
                email: string;
                id: string;
            };
        };
        NumberedCategoryMap: {
            /** Format: date-time */
            createdAt: string;
            /** @description null for a bundled map */
            createdBy: {
                email: string;
                id: string;
            } | null;
            map: components["schemas"]["CategoryMap"];
            note: string | null;
            /** @description 1 is the first bundled map; part of `manifestMatch.ruleSet` */
            version: number;
        };
        NumberedRuleSet: {
            /** Format: date-time */
            activatedAt: string | null;
            activatedBy: {
                email: string;
                id: string;
            } | null;
            /** @description the version that was in force when it was proposed; null for the first */
            baseVersion: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description whether it also puts a category map in force */
            hasMap: boolean;
            map: components["schemas"]["CategoryMap"] | null;
            /** @description the version of the category map that its activation created */
            mapVersion: number | null;
            note: string | null;
            /** @description null for the rule set of the release */
            proposedBy: {
                email: string;
                id: string;
            } | null;
            rules: components["schemas"]["RuleSet"];
            /** @description null: for every site without a rule set of its own */
            siteId: string | null;
            state: components["schemas"]["RuleSetState"];
            /** @description numbered over all sites; part of `manifestMatch.ruleSet` */
            version: number;
        };
        OwnSecondFactors: {
            factors: components["schemas"]["SecondFactor"][];
            recoveryCodesLeft: number;
            /** @description whether the caller's role requires a second factor */
            required: boolean;
        };
        Passage: {
            containers: components["schemas"]["PassageContainer"][];
            /** @description the reported id of its device */
            deviceId: string;
            /**
             * Format: date-time
             * @description when its first record was taken
             */
            firstAt: string;
            id: string;
            /** @description the lane of the camera that took its first record, as it is placed now */
            lane: {
                id: string;
                name: string;
            } | null;
            /** Format: date-time */
            lastAt: string;
            next: components["schemas"]["PassageNeighbour"] | null;
            /** @description the id that its device gave it */
            passageId: string;
            /** @description the first 12, in the order in which they were taken */
            pictures: components["schemas"]["PassagePicture"][];
            /** @description the one before it in the same lane, or on the same device without a lane */
            previous: components["schemas"]["PassageNeighbour"] | null;
        };
        PassageContainer: {
            /** @description who named the container, if a person did: no device overrides that */
            assigned: {
                /** Format: date-time */
                at: string;
                by: {
                    email: string;
                    id: string;
                };
            } | null;
            container: {
                containerNumber: string;
                id: string;
                numberCheck: components["schemas"]["NumberCheck"];
            };
            /** @description true where a person must name the container: by its device it has no number, or several */
            isUnidentified: boolean;
            /** @description null where the device sent none */
            position: string | null;
        };
        PassageNeighbour: {
            containers: components["schemas"]["PassageContainer"][];
            /** @description the reported id of its device */
            deviceId: string;
            /**
             * Format: date-time
             * @description when its first record was taken
             */
            firstAt: string;
            id: string;
            /** Format: date-time */
            lastAt: string;
            /** @description the id that its device gave it */
            passageId: string;
        };
        PassagePicture: {
            cameraId: string | null;
            /** @description the container that it is recorded under */
            containerId: string;
            id: string;
            /** @enum {string} */
            kind: "scan" | "evidence";
            /** @description null where the device sent none */
            position: string | null;
            /** Format: date-time */
            takenAt: string;
        };
        PassageSuggestion: {
            /** @description null where only a manifest has the number */
            containerId: string | null;
            containerNumber: string;
            numberCheck: components["schemas"]["NumberCheck"];
            /**
             * @description `recorded`: records of the passage have it. `near`: such a number may be a misreading of it. `neighbour`: the passage before or after has it. `expected`: a manifest waits for it, the newest first
             * @enum {string}
             */
            reason: "recorded" | "near" | "neighbour" | "expected";
        };
        PasskeyCreation: {
            /** @enum {string} */
            attestation: "none";
            authenticatorSelection: {
                /** @enum {string} */
                residentKey: "preferred";
                /** @enum {string} */
                userVerification: "required" | "preferred" | "discouraged";
            };
            challenge: string;
            excludeCredentials: {
                id: string;
                transports?: ("ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
                /** @enum {string} */
                type: "public-key";
            }[];
            pubKeyCredParams: {
                alg: number;
                /** @enum {string} */
                type: "public-key";
            }[];
            rp: {
                id: string;
                name: string;
            };
            timeout: number;
            user: {
                displayName: string;
                id: string;
                name: string;
            };
        };
        PasskeyRequest: {
            allowCredentials: {
                id: string;
                transports?: ("ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
                /** @enum {string} */
                type: "public-key";
            }[];
            challenge: string;
            rpId: string;
            timeout: number;
            /** @enum {string} */
            userVerification: "required" | "preferred" | "discouraged";
        };
        PendingSignIn: {
            /** @description to send with the second factor; it works once */
            challenge: string;
            /** Format: date-time */
            expiresAt: string;
            methods: ("totp" | "passkey" | "recovery-code")[];
            passkey?: components["schemas"]["PasskeyRequest"];
        };
        /** @description A text as its English template with the placeholders `{0}`, `{1}`, …, and then their values: numbers, words as their sender wrote them, and phrases. A template has one translation, by which programs show the text in their language. */
        Phrase: Phrase;
        Polygon: {
            x: number[];
            y: number[];
        };
        PushDelivery: {
            attempts: number;
            body: string;
            /**
             * @description `fcm`: to a phone with the app; `web`: to a browser
             * @enum {string}
             */
            channel: "fcm" | "web";
            /** Format: date-time */
            createdAt: string;
            data: {
                [key: string]: string;
            };
            /** @description the phone, or the push subscription of the browser */
            deviceId: string;
            id: string;
            /** @description what it is about, such as `escalation` */
            kind: string;
            lastError: string | null;
            /** Format: date-time */
            sentAt: string | null;
            status: components["schemas"]["PushStatus"];
            title: string;
            userId: string;
        };
        /**
         * @description `dropped`: the device can no longer receive it, because its token expired, it was unregistered, or its user lost access. `no-push-service`: no push service is configured, so it was not sent.
         * @enum {string}
         */
        PushStatus: "pending" | "sent" | "failed" | "dropped" | "no-push-service";
        PushSubscription: {
            /** Format: date-time */
            createdAt: string;
            /** @description SHA-256 of the endpoint, by which a browser finds its own subscription */
            endpointSha256: string;
            id: string;
            /**
             * Format: date-time
             * @description when it was last added or renewed
             */
            lastActiveAt: string;
            name: string;
            /** @description host of the push service */
            service: string;
        };
        QueuedEscalation: {
            /** Format: date-time */
            claimedAt: string | null;
            claimedBy: {
                email: string;
                id: string;
            } | null;
            container: {
                containerNumber: string;
                id: string;
                status: components["schemas"]["ContainerStatus"];
            };
            /** Format: date-time */
            createdAt: string;
            decision: components["schemas"]["EscalationDecision"] | null;
            decisionReason: string | null;
            /** @description the critical findings that raised the escalation, and those of scans since, the most severe first */
            findings: components["schemas"]["MatchFinding"][];
            id: string;
            /** @description where that scan was taken */
            lane: {
                id: string;
                name: string;
            } | null;
            /** @description the scan to judge: the one that raised it, otherwise the newest category scan of the container */
            pictureScanId: string | null;
            /** @description null when a scan raised the escalation */
            raisedBy: {
                email: string;
                id: string;
            } | null;
            reason: string;
            reasonPhrase?: components["schemas"]["Phrase"];
            /** Format: date-time */
            resolvedAt: string | null;
            resolvedBy: {
                email: string;
                id: string;
            } | null;
            /** @description the scan that raised the escalation, or showed something more severe since */
            scanId: string | null;
            source: components["schemas"]["EscalationSource"];
            /** @description users who decided to hold the container, which was not cleared since: they cannot clear it */
            standingHoldsBy: {
                email: string;
                id: string;
            }[];
            state: components["schemas"]["EscalationState"];
            /** Format: date-time */
            updatedAt: string;
        };
        QueueReport: {
            hoursUntilFull: number | null;
            /** Format: date-time */
            lastDeliveredAt: string | null;
            maxBytes: number | null;
            oldestAgeSeconds: number | null;
            /** @description records that the service rejected */
            parked: number | null;
            pending: number | null;
            /** @description captures that were refused because the storage was full */
            refused: number | null;
            /** @description until the records that wait are delivered, at the present rate; null without a backlog */
            secondsUntilDrained?: number | null;
            /** @description scans that wait on the device for their container number */
            unnumbered?: number | null;
            usedBytes: number | null;
        };
        RecordPassage: {
            id: string;
            position: string | null;
        };
        RecordProvenance: {
            /**
             * @description `ok`: follows the previous record of its camera, or begins a chain. `waiting`: the previous record has not arrived. `gap`: nor has it after 15 minutes. `fork`: another record follows the same one. `replay`: recorded before. `foreign-device`: its `device_id` is that of another device, which has a key of its own
             * @enum {string}
             */
            chain: "ok" | "waiting" | "gap" | "fork" | "replay" | "foreign-device";
            recordSha256: string;
            /** @description of the first record of new hardware: the last record of the hardware that it replaces, which it follows; null for all other records */
            replaces: {
                recordId: string;
                sequence: number;
            } | null;
            sequence: number;
            /**
             * @description `signed`: by a key that was registered for the device at the capture. `unsigned`: the device had no registered key. `missing`: it had one, and the record has no signature. `invalid`: the signature is of no key registered then
             * @enum {string}
             */
            signature: "signed" | "unsigned" | "missing" | "invalid";
            /** @description fingerprint of the key that signed it */
            signingKey: string | null;
        };
        Release: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @description SHA-256 of the public half of the release key that signed it */
            keyFingerprint: string;
            kind: components["schemas"]["ReleaseKind"];
            /** @description the name of the model in the configuration of devices, or of the group of settings */
            name: string;
            /** @description of a configuration */
            settings: {
                setting: string;
                value: string;
            }[];
            /** @description of the file */
            sha256: string;
            /**
             * Format: date-time
             * @description when it was signed, by the clock of the machine that signed it
             */
            signedAt: string;
            sizeBytes: number;
            /** @description the email address of the administrator */
            uploadedBy: string;
            version: string;
        };
        /** @enum {string} */
        ReleaseKind: "model" | "configuration";
        ReleaseReport: {
            downloadedBytes: number | null;
            kind: components["schemas"]["ReleaseKind"];
            name: string;
            /** @description why it waits, or was refused */
            reason: string | null;
            releaseId: string;
            state: components["schemas"]["ReleaseState"];
            version: string;
        };
        /** @enum {string} */
        ReleaseState: "downloading" | "checking" | "running" | "comparing" | "waiting" | "refused";
        Replay: {
            /** @description what was in force when it started: an activation needs a replay over what is in force then */
            base: {
                mapVersion: number;
                ruleSetVersion: number;
            };
            /** @description of a draft: the newest 100 visits that it judges differently */
            changes?: components["schemas"]["ReplayChange"][];
            days: number;
            failure: string | null;
            /** Format: date-time */
            finishedAt: string | null;
            id: string;
            progress: {
                of: number;
                visits: number;
            };
            /** @description null until it is finished */
            result: components["schemas"]["ReplayResult"] | null;
            ruleSetVersion: number;
            /**
             * Format: date-time
             * @description visits whose last record is from this time or later
             */
            since: string;
            /** Format: date-time */
            startedAt: string;
            startedBy: {
                email: string;
                id: string;
            };
            /** @enum {string} */
            state: "running" | "finished" | "failed";
        };
        ReplayChange: {
            /** @description warnings and critical findings that only the candidate gives */
            added: components["schemas"]["MatchFinding"][];
            containerId: string;
            containerNumber: string;
            from: components["schemas"]["ReplayLane"];
            /** @description warnings and critical findings that only the rules in force give */
            removed: components["schemas"]["MatchFinding"][];
            /** @description the newest picture of the visit */
            scanId: string | null;
            to: components["schemas"]["ReplayLane"];
            visitId: string;
            visitNumber: number;
        };
        /** @enum {string} */
        ReplayLane: "green" | "yellow" | "red" | "incomplete";
        ReplayResult: {
            escalations: {
                /** @description over the days with visits; visits with a critical finding, and the random sample of green ones */
                average: {
                    candidate: number;
                    inForce: number;
                };
                perDay: {
                    candidate: number;
                    day: string;
                    inForce: number;
                }[];
            };
            greenSample: {
                /** @description visits of the random sample that users cleared or held */
                decided: number;
                /** @description of the wrong ones, those that are not green under the candidate */
                foundByCandidate: number;
                /** @description of them, held */
                wrong: number;
                wrongShare: components["schemas"]["ShareEstimate"] | null;
            };
            /** @description in force → candidate */
            lanes: {
                from: components["schemas"]["ReplayLane"];
                to: components["schemas"]["ReplayLane"];
                visits: number;
            }[];
            lostFindings: {
                first: components["schemas"]["LostFinding"][];
                total: number;
            };
            /** @description critical rules that are wrong too often, to be made warnings */
            proposals: string[];
            rules: {
                candidate: components["schemas"]["ReplayRuleCounts"];
                inForce: components["schemas"]["ReplayRuleCounts"];
                rule: string;
                severity: components["schemas"]["Severity"];
            }[];
            visits: number;
        };
        ReplayRuleCounts: {
            /** @description of them, confirmed by a decision to hold or by a verdict on a detection */
            confirmed: number;
            /** @description warnings or critical findings of this rule */
            findings: number;
            /** @description confirmed ÷ (confirmed + rejected); null while no user has judged one */
            precision: components["schemas"]["ShareEstimate"] | null;
            /** @description of them, settled by a decision to clear or by a verdict on every detection */
            rejected: number;
        };
        Report: {
            /** @description SHA-256 fingerprint of the key with which this service signs case files */
            caseFileKey: string;
            container: components["schemas"]["Container"];
            /** @description newest first, at most 100, with their decisions */
            escalations: components["schemas"]["Escalation"][];
            /** @description newest first, at most 100, each with its SHA-256 */
            evidence: components["schemas"]["Evidence"][];
            /** @description what examinations of the container found, newest first, at most 100 */
            examinations: components["schemas"]["Examination"][];
            /** @description those of `manifestMatch`, or what the pictures show without a manifest, with the decisions on them */
            findings: components["schemas"]["MatchFinding"][];
            /** Format: date-time */
            generatedAt: string;
            /** @description the first of `manifests` */
            manifest: components["schemas"]["Manifest"] | null;
            /** @description as of today: the current manifests compared with all pictures of the visit; takes the verdicts into account */
            manifestMatch: components["schemas"]["ManifestMatch"] | null;
            /** @description all manifests that are attached, the first attached one first */
            manifests: components["schemas"]["Manifest"][];
            /** @description what the last decision was taken on, as it stood then */
            matchAsDecided: components["schemas"]["StoredMatch"] | null;
            numberCheck: {
                check: components["schemas"]["NumberCheck"];
                containerNumber: string;
                message: string;
            };
            owner: {
                email: string;
                id: string;
                name: string | null;
            };
            reasons: components["schemas"]["VerdictReason"][];
            /** @description the latest finished scan of each type from any source */
            scans: {
                category: components["schemas"]["Scan"] | null;
                defect: components["schemas"]["Scan"] | null;
                illegal: components["schemas"]["Scan"] | null;
            };
            /** @description oldest first; the newest 200 scans and 100 photos, verdicts, escalations and renamings */
            timeline: components["schemas"]["TimelineEntry"][];
            /** @description newer scans that are pending or failed, the latest of each type */
            unfinishedScans: components["schemas"]["Scan"][];
            verdict: components["schemas"]["ReportVerdict"];
        };
        /**
         * @description `hold`: the container must not be released. `attention`: it needs review. `incomplete`: information for a verdict is missing. `clear`: no objection. The verdict is the first of these that any reason requires.
         * @enum {string}
         */
        ReportVerdict: "clear" | "attention" | "hold" | "incomplete";
        /** @enum {string} */
        Role: "operator" | "supervisor" | "admin";
        RollOut: {
            canaryIds: string[];
            /** Format: date-time */
            createdAt: string;
            /** @description the email address of the administrator */
            createdBy: string;
            group: {
                deviceIds: string[];
                siteIds: string[];
            };
            id: string;
            note: string | null;
            release: components["schemas"]["Release"];
            stage: components["schemas"]["RollOutStage"];
            state: components["schemas"]["RollOutState"];
            /** Format: date-time */
            updatedAt: string;
        };
        RollOutDetail: {
            canaryIds: string[];
            /** @description the sum of what its devices have counted as shadows; null: nothing */
            comparison: components["schemas"]["ShadowComparison"] | null;
            /** Format: date-time */
            createdAt: string;
            /** @description the email address of the administrator */
            createdBy: string;
            /** @description the devices of the group that are not revoked, by name */
            devices: components["schemas"]["RollOutDevice"][];
            group: {
                deviceIds: string[];
                siteIds: string[];
            };
            id: string;
            note: string | null;
            release: components["schemas"]["Release"];
            stage: components["schemas"]["RollOutStage"];
            state: components["schemas"]["RollOutState"];
            /** Format: date-time */
            updatedAt: string;
        };
        RollOutDevice: {
            /** @description what it has counted as a shadow, also after that stage */
            comparison: components["schemas"]["ShadowComparison"] | null;
            deviceId: string;
            downloadedBytes: number | null;
            isCanary: boolean;
            /** @description whether the device is to run this release now, or to compare it, as far as the service decides it */
            isWanted: boolean;
            /** Format: date-time */
            lastHeartbeatAt: string | null;
            name: string;
            reason: string | null;
            /** @description the rolled-out version of this name that it runs; null: what its own configuration names */
            runningVersion: string | null;
            /**
             * @description how far it is with this release; null: it has not reported it
             * @enum {string|null}
             */
            state: "downloading" | "checking" | "running" | "comparing" | "waiting" | "refused" | null;
        };
        /** @enum {string} */
        RollOutStage: "shadow" | "canary" | "all";
        /** @enum {string} */
        RollOutState: "active" | "stopped" | "rolled-back" | "superseded";
        RulePrecision: {
            /** @description those that confirmed it */
            confirmed: number;
            /** @description examinations of visits on which it had found something */
            examined: number;
            rule: string;
        };
        RuleSet: {
            alerts: components["schemas"]["AlertRules"];
            containers: components["schemas"]["ContainerRules"];
            /** @description goods that need a permit */
            controlledGoods?: components["schemas"]["ControlledGoods"][];
            dangerousGoods: components["schemas"]["DangerousGoodsRules"];
            /** @description how many the site can work on: a candidate with more on average is not activated; absent: no limit */
            escalationsPerDay?: number;
            goods: components["schemas"]["GoodsRules"];
            /** @description share of the green, complete visits that are escalated at random, to find what the rules overlook */
            greenSampleShare: number;
            weights: components["schemas"]["WeightRules"];
        };
        /**
         * @description `candidate`: proposed. `active`: in force. `replaced`: was in force. `withdrawn`: was proposed and never in force.
         * @enum {string}
         */
        RuleSetState: "candidate" | "active" | "replaced" | "withdrawn";
        RuleSetVersion: {
            /** Format: date-time */
            activatedAt: string | null;
            activatedBy: {
                email: string;
                id: string;
            } | null;
            /** @description the version that was in force when it was proposed; null for the first */
            baseVersion: number | null;
            /** Format: date-time */
            createdAt: string;
            /** @description whether it also puts a category map in force */
            hasMap: boolean;
            /** @description the version of the category map that its activation created */
            mapVersion: number | null;
            note: string | null;
            /** @description null for the rule set of the release */
            proposedBy: {
                email: string;
                id: string;
            } | null;
            /** @description null: for every site without a rule set of its own */
            siteId: string | null;
            state: components["schemas"]["RuleSetState"];
            /** @description numbered over all sites; part of `manifestMatch.ruleSet` */
            version: number;
        };
        SavedView: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            name: string;
            search: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Scan: {
            cameraId: string | null;
            clockSuspect: boolean;
            container: {
                containerNumber: string;
                id: string;
                numberCheck: components["schemas"]["NumberCheck"];
            };
            /** @description as the model reported them, without the reviewers' verdicts */
            detections: components["schemas"]["Detection"][];
            deviceId: string | null;
            hasVisualization: boolean;
            id: string;
            image: {
                contentType: string;
                /** @description when the picture was deleted, at the end of its retention period or at a person's request; its hashes stay */
                deletedAt: string | null;
                height: number;
                /** @description SHA-256 of the picture as captured; differs from sha256 when reduced */
                originalSha256: string;
                reduced: boolean;
                /** @description SHA-256 of the bytes that the service returns */
                sha256: string;
                sizeBytes: number;
                width: number;
            } | null;
            inferenceMs: number | null;
            /** @description for category scans of a visit with a manifest; takes the verdicts into account */
            manifestMatch: components["schemas"]["ManifestMatch"] | null;
            model: {
                name: string;
                version: string;
            } | null;
            /** @description null for scans by people, and of devices that send no passage */
            passage: components["schemas"]["RecordPassage"] | null;
            /** @description null for scans by people, and of devices without a chain */
            provenance: components["schemas"]["RecordProvenance"] | null;
            /** Format: date-time */
            receivedAt: string;
            /** @enum {string} */
            source: "edge" | "user";
            /** @enum {string} */
            status: "done" | "pending" | "failed";
            summary: components["schemas"]["ClassSummary"][];
            /** Format: date-time */
            timestamp: string;
            type: components["schemas"]["ScanType"];
            /** @description true when the picture is unlike those that the model was trained on: neither its findings nor their absence can be relied on; null where the model has no figures for it */
            unlikeTraining: boolean | null;
            userEmail: string | null;
            /** @description the reviewers' verdicts on single detections, and the objects that they added, by index */
            verdicts: components["schemas"]["DetectionVerdict"][];
            /** @description number of the visit that the scan belongs to */
            visit: number;
        };
        /** @enum {string} */
        ScanType: "category" | "defect" | "illegal";
        SecondFactor: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            kind: components["schemas"]["SecondFactorKind"];
            /** Format: date-time */
            lastUsedAt: string | null;
            name: string;
        };
        /** @enum {string} */
        SecondFactorKind: "totp" | "passkey";
        ServiceAccount: {
            /** Format: date-time */
            createdAt: string;
            disabled: boolean;
            /** @description how the account appears where a user's address does; it receives no mail */
            email: string;
            id: string;
            name: string;
            role: components["schemas"]["Role"];
            /** @description the tokens that are valid, newest first */
            tokens: {
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt: string;
                id: string;
            }[];
        };
        /** @enum {string} */
        ServiceRole: "operator" | "supervisor";
        Session: {
            /** @description the network address of the sign-in; of IPv6 addresses the first 64 bits */
            address: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description whether this request was made with it */
            current: boolean;
            /** Format: date-time */
            endsAt: string;
            id: string;
            /**
             * Format: date-time
             * @description to the minute
             */
            lastUsedAt: string;
            /**
             * @description null for tokens of service accounts
             * @enum {string|null}
             */
            signedInWith: "password" | "passkey" | "provider" | null;
            /** @description the browser or program, as it named itself when it signed in */
            userAgent: string | null;
        };
        /** @enum {string} */
        Severity: "info" | "warning" | "critical";
        ShadowComparison: {
            /** @description mean time of the model in use per picture, in milliseconds */
            activeMs: number | null;
            /** @description of the model in use, as its file states it; null: of several devices */
            activeVersion: string | null;
            /** @description objects that both models found: of the same class, in the same place */
            both: number;
            /** @description the classes with most findings, at most 50 of each device */
            classes: {
                /** @description objects that both models found: of the same class, in the same place */
                both: number;
                className: string;
                /** @description by how much the shadow is more certain of what both found, on average; null: both found none */
                confidenceDifference: number | null;
                /** @description objects that only the model in use found */
                onlyActive: number;
                /** @description objects that only the shadow found */
                onlyShadow: number;
            }[];
            /** @description objects that only the model in use found */
            onlyActive: number;
            /** @description objects that only the shadow found */
            onlyShadow: number;
            picturesCompared: number;
            /** @description pictures in which both found the same objects */
            picturesEqual: number;
            /** @description pictures on which the shadow failed */
            picturesFailed: number;
            /** @description pictures that the shadow left out, because the models in use had work */
            picturesSkipped: number;
            shadowMs: number | null;
            /**
             * Format: date-time
             * @description when counting began; it begins again when the model in use changes
             */
            since: string;
            /**
             * Format: date-time
             * @description when it was last reported
             */
            until: string;
        };
        ShareEstimate: {
            lowerBound: number;
            share: number;
            upperBound: number;
        };
        Shift: {
            /** @description the user who ended it early, or took the lane after it; null otherwise */
            endedBy: {
                email: string;
                id: string;
            } | null;
            /**
             * Format: date-time
             * @description as planned, or when it was ended
             */
            endsAt: string;
            id: string;
            isActive: boolean;
            lane: {
                id: string;
                name: string;
            };
            operator: {
                email: string;
                id: string;
            };
            site: {
                id: string;
                name: string;
            };
            /** Format: date-time */
            startedAt: string;
            /** @description the operator, or the supervisor who took the lane for the operator */
            takenBy: {
                email: string;
                id: string;
            };
        };
        /** @enum {string} */
        ShiftReportChoice: "none" | "own" | "sites";
        SigningKey: {
            /** @description SHA-256 of the key's 32 bytes, as `signing-key` of the device prints it */
            fingerprint: string;
            /** @description base64 */
            publicKey: string;
            /** Format: date-time */
            registeredAt: string;
            /**
             * Format: date-time
             * @description null for the current key; what was captured before counts as signed by it
             */
            replacedAt: string | null;
        };
        SignInPolicy: {
            /** @description the roles whose users must have a second factor */
            secondFactorRequired: components["schemas"]["Role"][];
        };
        Standing: {
            /**
             * Format: date-time
             * @description the time of the decision, or of the escalation while it is open
             */
            at: string;
            /** @description who decided */
            by: {
                email: string;
                id: string;
            } | null;
            escalationId: string;
            /** @description why it was escalated: what was found, or the words of a user */
            grounds: string;
            groundsPhrase?: components["schemas"]["Phrase"];
            /**
             * @description a decision to hold that is in force comes first, then an open escalation, then the last decision
             * @enum {string}
             */
            kind: "hold" | "escalation" | "inspect" | "clear";
            /** @description the reason of the decision; null while it is open */
            reason: string | null;
            /** @description the scan that was escalated; null where a user or the documents gave the reason */
            scanId: string | null;
        };
        Statistics: {
            /** Format: date-time */
            from: string;
            items: {
                /** @description visits that began */
                arrivals: number;
                /**
                 * Format: date-time
                 * @description when the bucket begins
                 */
                at: string;
                /** @description in how many scans each class was found, as reviewers left it */
                classes: {
                    [key: string]: number;
                };
                /** @description escalations that were decided */
                decisions: {
                    clear?: number;
                    hold?: number;
                    inspect?: number;
                };
                /** @description escalations that were raised, by source */
                escalations: {
                    alert?: number;
                    illegal?: number;
                    manifest?: number;
                    sample?: number;
                    user?: number;
                };
                /** @description null unless grouped by lane, and for cameras without one */
                laneId: string | null;
                /** @description from raising to decision, of these decisions; null without one */
                medianDecisionSeconds: number | null;
                /** @description vehicles that began to pass a gate lane, by who named their containers; of devices that follow vehicles */
                passages: {
                    device?: number;
                    person?: number;
                    unidentified?: number;
                };
                /** @description finished scans by type, when they were taken */
                scans: {
                    category?: number;
                    defect?: number;
                    illegal?: number;
                };
                /** @description null without groupBy, and for cameras that have no site */
                siteId: string | null;
                /** @description these visits by the status that they have now */
                statuses: {
                    CLEARED?: number;
                    ESCALATED?: number;
                    HELD?: number;
                    INSPECT?: number;
                    REGISTERED?: number;
                    SCANNED?: number;
                };
                /** @description these visits by what the match gave when their newest category scan was recorded */
                verdicts: {
                    green?: number;
                    red?: number;
                    yellow?: number;
                };
            }[];
            /** Format: date-time */
            to: string;
            total: components["schemas"]["StatisticsCounts"];
            /** @description false while changes of the last minute, or of a recount, are not counted yet */
            upToDate: boolean;
        };
        StatisticsCounts: {
            /** @description visits that began */
            arrivals: number;
            /** @description in how many scans each class was found, as reviewers left it */
            classes: {
                [key: string]: number;
            };
            /** @description escalations that were decided */
            decisions: {
                clear?: number;
                hold?: number;
                inspect?: number;
            };
            /** @description escalations that were raised, by source */
            escalations: {
                alert?: number;
                illegal?: number;
                manifest?: number;
                sample?: number;
                user?: number;
            };
            /** @description from raising to decision, of these decisions; null without one */
            medianDecisionSeconds: number | null;
            /** @description vehicles that began to pass a gate lane, by who named their containers; of devices that follow vehicles */
            passages: {
                device?: number;
                person?: number;
                unidentified?: number;
            };
            /** @description finished scans by type, when they were taken */
            scans: {
                category?: number;
                defect?: number;
                illegal?: number;
            };
            /** @description these visits by the status that they have now */
            statuses: {
                CLEARED?: number;
                ESCALATED?: number;
                HELD?: number;
                INSPECT?: number;
                REGISTERED?: number;
                SCANNED?: number;
            };
            /** @description these visits by what the match gave when their newest category scan was recorded */
            verdicts: {
                green?: number;
                red?: number;
                yellow?: number;
            };
        };
        StoredMatch: {
            /** Format: date-time */
            at: string;
            /** @description the number and the size-type of the container at that time */
            container?: {
                containerNumber: string;
                sizeType: string | null;
            };
            /** @description those of the match, or what the pictures show without a manifest */
            findings: components["schemas"]["MatchFinding"][];
            manifests: {
                manifestId: string;
                /** @description SHA-256 of the manifest as it stood, as JSON with sorted keys */
                sha256: string;
                version: number;
            }[];
            mapVersion: number;
            /** @description null without a manifest */
            match: components["schemas"]["ManifestMatch"] | null;
            ruleSetVersion: number;
            /** @description the pictures that were compared */
            scanIds: string[];
        };
        TimelineEntry: {
            /** @description an email address or a device; null for the service itself */
            actor: string | null;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            event: "registered" | "visit-opened" | "number-set" | "manifest-attached" | "manifest-detached" | "manifest-waits" | "manifest-changed" | "merged" | "scanned" | "evidence-added" | "reviewed" | "escalated" | "claimed" | "examined" | "decided";
            message: string;
            phrase?: components["schemas"]["Phrase"];
            /** @description id of the container, visit, manifest, scan, evidence, examination or escalation */
            subjectId: string;
        };
        Topology: {
            sites: {
                id: string;
                lanes: {
                    cameras: components["schemas"]["Camera"][];
                    id: string;
                    name: string;
                }[];
                name: string;
            }[];
            /** @description cameras without a lane, last seen first; at most 500 */
            unassigned: components["schemas"]["Camera"][];
        };
        TopologyPlan: {
            sites: {
                id: string;
                lanes: {
                    id: string;
                    name: string;
                }[];
                name: string;
            }[];
        };
        TrackedObject: {
            className: string;
            confidence: number;
            eventCount: number;
            /** Format: date-time */
            firstSeen: string;
            lastBox: components["schemas"]["BoundingBox"];
            /** Format: date-time */
            lastSeen: string;
            trackingId: number;
        };
        UnmappedClass: {
            /** @description as the model reports it */
            className: string;
            /** Format: date-time */
            lastSeenAt: string;
            /** @description scans that show it */
            scans: number;
        };
        UsedPasskey: {
            id: string;
            rawId: string;
            response: {
                authenticatorData: string;
                clientDataJSON: string;
                signature: string;
                userHandle?: string | null;
            };
            /** @enum {string} */
            type: "public-key";
        };
        User: {
            /** Format: date-time */
            createdAt: string;
            disabled: boolean;
            /** Format: date-time */
            disabledAt: string | null;
            email: string;
            /**
             * Format: date-time
             * @description when the person's address and name were replaced at their request; such an account stays disabled
             */
            erasedAt: string | null;
            hasSecondFactor: boolean;
            id: string;
            name: string | null;
            role: components["schemas"]["Role"];
            /** Format: date-time */
            updatedAt: string;
        };
        /**
         * @description `confirmed`: the detection is correct. `rejected`: no such object is present. `corrected`: the object has the class `className`, the outline `polygon`, or both. `added`: the model missed the object, and a reviewer drew it.
         * @enum {string}
         */
        VerdictKind: "confirmed" | "rejected" | "corrected" | "added";
        VerdictReason: {
            message: string;
            phrase?: components["schemas"]["Phrase"];
            rule: string;
            verdict: components["schemas"]["ReportVerdict"];
        };
        Visit: {
            /**
             * Format: date-time
             * @description the time of the decision; null before it, and while the visit is escalated again
             */
            closedAt: string | null;
            containerId: string;
            /** @description the decision that closed the visit */
            decision: components["schemas"]["EscalationDecision"] | null;
            isCurrent: boolean;
            /** @description of all its pictures and papers, by the rules in force; a decision does not change it. Null while nothing was found and there is no picture or no manifest */
            lane: components["schemas"]["MatchLane"] | null;
            /**
             * Format: date-time
             * @description since when it has this lane
             */
            laneSince: string | null;
            /**
             * Format: date-time
             * @description time of its last scan or photo; null before the first
             */
            lastWriteAt: string | null;
            /** @description the first of `manifestIds` */
            manifestId: string | null;
            /** @description all manifests that were attached, the first attached one first */
            manifestIds: string[];
            /** @description counts from 1 within the container, in the order in which visits became known */
            number: number;
            /**
             * Format: date-time
             * @description the time of its first record, or when a user opened it
             */
            openedAt: string;
            /**
             * @description opened by a device's record or by a user
             * @enum {string}
             */
            openedBy: "edge" | "user";
            status: components["schemas"]["ContainerStatus"];
        };
        WantedRelease: {
            kind: components["schemas"]["ReleaseKind"];
            name: string;
            releaseId: string;
            /** @description of the file that `GET /v1/edge/releases/{id}` returns */
            sha256: string;
            sizeBytes: number;
            version: string;
        };
        Webhook: {
            /** Format: date-time */
            createdAt: string;
            description: string | null;
            disabledReason: components["schemas"]["WebhookDisabledReason"] | null;
            enabled: boolean;
            events: components["schemas"]["LiveEventKind"][];
            /**
             * Format: date-time
             * @description the first failed attempt since the last delivery
             */
            failingSince: string | null;
            format: components["schemas"]["WebhookFormat"];
            id: string;
            /** @description settings that the format needs and the service lacks: while some are missing, no event is sent */
            missingSettings: string[];
            /**
             * Format: date-time
             * @description until this time, the previous secret also signs deliveries
             */
            previousSecretEndsAt: string | null;
            /** Format: date-time */
            updatedAt: string;
            url: string;
        };
        WebhookDelivery: {
            attempts: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            deliveredAt: string | null;
            /** @description the `webhook-id` header, identical in every attempt */
            id: string;
            lastError: string | null;
            /** @description null when no response was received */
            lastStatusCode: number | null;
            /** Format: date-time */
            nextAttemptAt: string | null;
            /** @description the request body */
            payload: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description the kind of the event, or `webhook.test` */
            type: string;
        };
        /** @enum {string} */
        WebhookDeliveryStatus: "pending" | "delivered" | "failed";
        /**
         * @description `admin`: an admin disabled it. `gone`: its address answered 410. `failing`: all attempts of an event failed after five days without a delivery.
         * @enum {string}
         */
        WebhookDisabledReason: "admin" | "gone" | "failing";
        /**
         * @description `live-events`: the events of `GET /v1/events`. `dcsa`: events of DCSA's Track and Trace 3. `epcis`: a document of EPCIS 2.0.
         * @enum {string}
         */
        WebhookFormat: "live-events" | "dcsa" | "epcis";
        WebhookWithSecret: {
            /** Format: date-time */
            createdAt: string;
            description: string | null;
            disabledReason: components["schemas"]["WebhookDisabledReason"] | null;
            enabled: boolean;
            events: components["schemas"]["LiveEventKind"][];
            /**
             * Format: date-time
             * @description the first failed attempt since the last delivery
             */
            failingSince: string | null;
            format: components["schemas"]["WebhookFormat"];
            id: string;
            /** @description settings that the format needs and the service lacks: while some are missing, no event is sent */
            missingSettings: string[];
            /**
             * Format: date-time
             * @description until this time, the previous secret also signs deliveries
             */
            previousSecretEndsAt: string | null;
            /** @description `whsec_` and base64, the format of the Standard Webhooks libraries */
            secret: string;
            /** Format: date-time */
            updatedAt: string;
            url: string;
        };
        WeightRules: {
            /** @description the first entry that fits a size-type counts */
            containers: {
                /** @description inner volume; null where cargo may stand out */
                capacityM3: number | null;
                /** @description third characters of ISO 6346 size-types */
                groups: string;
                /** @description highest maximum gross mass in common use */
                highestRatingKg: number;
                /** @description first characters of ISO 6346 size-types */
                lengths: string;
                /** @description who published the figures, or `estimate` */
                source: string;
                tareKg: {
                    /** @description greatest plausible tare */
                    max: number;
                    /** @description least plausible tare */
                    min: number;
                };
                /** @description tare that counts where none is stated */
                typicalTareKg: number;
                /** @description maximum gross mass of most of them */
                usualRatingKg: number;
            }[];
            /** @description share from which a difference between gross weight and VGM is critical */
            criticalDeviation: number;
            /** @description times the range's maximum from which a load is critical; divided by it, too light a load is a warning */
            criticalFactor: number;
            /** @description gross weight per volume as stowed, by HS chapter; an entry without chapters stands for all others */
            densities: {
                /** @description none: all chapters that no other entry names */
                hsChapters: string[];
                kgPerM3: {
                    /** @description greatest plausible gross weight per volume */
                    max: number;
                    /** @description least plausible gross weight per volume */
                    min: number;
                };
                /** @description who published the figures, or `estimate` */
                source: string;
            }[];
            /** @description a container declared empty with more cargo by its VGM is critical */
            maxEmptyKg: number;
            /** @description share of the gross weight that packaging may take */
            maxPackagingShare: number;
            /** @description times the container's capacity that the declared volumes may add up to */
            maxVolumeShare: number;
            /** @description a laden container with less cargo is a warning */
            minLadenKg: number;
            /** @description share above the highest rating from which an overload is critical */
            overloadCriticalShare: number;
            /** @description gross weight of one package, by UN/ECE Recommendation 21 code */
            packages: {
                kg: {
                    /** @description greatest plausible gross weight of one package */
                    max: number;
                    /** @description least plausible gross weight of one package */
                    min: number;
                };
                /** @description UN/ECE Recommendation 21 codes */
                packageCodes: string[];
                /** @description who published the figures, or `estimate` */
                source: string;
            }[];
            /** @description share by which a tare that is not stated may differ from the typical one */
            tareSpread: number;
            /** @description share by which two statements of one weight may differ */
            warningDeviation: number;
            /** @description times the range's maximum from which a load is a warning */
            warningFactor: number;
        };
        WrittenManifest: {
            billOfLading: string | null;
            /** @description same fields as shipper */
            consignee: {
                [key: string]: unknown;
            } | null;
            /** @description the container it is attached to */
            containerId: string | null;
            containerNumber: string | null;
            /** @description ISO 6346 size-type, such as 22G1 */
            containerType: string | null;
            /** Format: date-time */
            createdAt: string;
            createdBy: {
                email: string;
                id: string;
            };
            /** @description description, hsCode, quantity, packageCode, numberOfPackages, grossWeight, volume, dangerousGoods */
            declaredGoods: {
                [key: string]: unknown;
            }[] | null;
            /** @description same fields as origin */
            destination: {
                [key: string]: unknown;
            } | null;
            id: string;
            /** @description values of the request that are not kept, that no rule can compare as they are written, or that are wrong */
            notUnderstood: components["schemas"]["NotUnderstood"][];
            numberCheck: components["schemas"]["NumberCheck"] | null;
            /** @description unLocationCode, name, countryCode, facilityCode, facilityCodeListProvider */
            origin: {
                [key: string]: unknown;
            } | null;
            /** @description partyName, identifyingCode, taxReference, address, contact */
            shipper: {
                [key: string]: unknown;
            } | null;
            status: components["schemas"]["ManifestStatus"];
            /** Format: date-time */
            updatedAt: string;
            /** @description name, imoNumber, voyageNumber, flag, callSign */
            vessel: {
                [key: string]: unknown;
            } | null;
            /** @description gross, tare, net, vgm: { value, unit, method } */
            weight: {
                [key: string]: unknown;
            } | null;
        };
    };
    responses: {
        /** @description An error: its `code` is one of those that the operation names */
        AuthError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthError"];
            };
        };
        /** @description An error: its `code` is one of those that the operation names */
        AuthErrorWithRateLimit: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthError"];
            };
        };
        /** @description An error: its `code` is one of those that the operation names */
        AuthErrorWithRateLimitAndRetryAfter: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthError"];
            };
        };
        /** @description An error: its `code` is one of those that the operation names */
        AuthErrorWithRetryAfter: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthError"];
            };
        };
        /** @description An error: its `code` is one of those that the operation names */
        EdgeError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EdgeError"];
            };
        };
        /** @description An error: its `code` is one of those that the operation names */
        EdgeErrorWithRateLimit: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EdgeError"];
            };
        };
        /** @description An error: its `code` is one of those that the operation names */
        EdgeErrorWithRateLimitAndRetryAfter: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EdgeError"];
            };
        };
        /** @description An error: its `code` is one of those that the operation names */
        EdgeErrorWithRetryAfter: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EdgeError"];
            };
        };
        /** @description An error: its `code` is one of those that the operation names */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An error: its `code` is one of those that the operation names */
        ErrorWithRateLimit: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An error: its `code` is one of those that the operation names */
        ErrorWithRateLimitAndRetryAfter: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An error: its `code` is one of those that the operation names */
        ErrorWithRetryAfter: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifies this state of the resource, for If-Match and If-None-Match */
        ETag: string;
        /** @description Requests that one address may send in a window */
        "RateLimit-Limit": number;
        /** @description The limit and its window in seconds, such as `5;w=900` */
        "RateLimit-Policy": string;
        /** @description Those that are left */
        "RateLimit-Remaining": number;
        /** @description Seconds until the window ends */
        "RateLimit-Reset": number;
        /** @description Seconds to wait before retrying */
        "Retry-After": number;
    };
    pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
    getHealthV1: {
        parameters: {
        };
        responses: {
            /** @description Alive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @enum {string} */
                            status: "ok";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getMetricsV1: {
        parameters: {
        };
        responses: {
            /** @description Prometheus text format 0.0.4 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getReadinessV1: {
        parameters: {
        };
        responses: {
            /** @description Ready */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            checks: {
                                detail: string;
                                name: string;
                                ok: boolean;
                            }[];
                            /** @enum {string} */
                            status: "ready";
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE`: at least one check failed */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        data: {
                            checks: {
                                detail: string;
                                name: string;
                                ok: boolean;
                            }[];
                            /** @enum {string} */
                            status: "not-ready";
                        };
                    };
                };
            };
        };
    };
    listAuditLogV1: {
        parameters: {
            query?: {
                /** @description such as `user.update`; its beginning with the full stop, such as `user.`, finds all actions on users */
                action?: string;
                /** @description an id, an email address or a device's name, or `user` (people only), `edge`, `system` or `anonymous` */
                actor?: string;
                cursor?: string;
                /** @description at or after */
                from?: string;
                limit?: number;
                /** @description a type such as `container`, or `container:` and an id */
                subject?: string;
                /** @description before */
                to?: string;
                total?: "true";
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["AuditEntry"][];
                            nextCursor: string | null;
                            total?: components["schemas"]["ListTotal"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listAdminCamerasV1: {
        parameters: {
            query?: {
                cursor?: string;
                laneId?: string;
                limit?: number;
                /** @description part of the id or the name */
                q?: string;
                /** @description `unregistered`: seen but not registered; `unassigned`: without a lane */
                status?: "registered" | "unregistered" | "unassigned" | "never-seen";
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Camera"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getCameraRegistrationV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
            path: {
                cameraId: string;
            };
        };
        responses: {
            /** @description The registration */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CameraRegistration"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `CAMERA_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    registerCameraV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                cameraId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    laneId?: string | null;
                    name?: string | null;
                    position?: components["schemas"]["CameraPosition"] | null;
                    view?: components["schemas"]["CameraView"] | null;
                };
            };
        };
        responses: {
            /** @description The registration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CameraRegistration"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    unregisterCameraV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                cameraId: string;
            };
        };
        responses: {
            /** @description The registration was deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `CAMERA_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    exportTrackingEventsV1: {
        parameters: {
            query: {
                /** @description ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC */
                from: string;
                /** @description ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC */
                to?: string;
            };
            path: {
                cameraId: string;
            };
        };
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getCategoryMapV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
        };
        responses: {
            /** @description The map, with its version */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NumberedCategoryMap"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    updateCategoryMapV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    map: components["schemas"]["CategoryMap"];
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The map in force */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NumberedCategoryMap"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listUnmappedClassesV1: {
        parameters: {
        };
        responses: {
            /** @description The classes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["UnmappedClass"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listCategoryMapVersionsV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["CategoryMapVersion"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getCategoryMapVersionV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
            path: {
                version: string;
            };
        };
        responses: {
            /** @description The map, with its version */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NumberedCategoryMap"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `CATEGORY_MAP_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listEdgeDevicesV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description part of the name, the note or the reported id */
                q?: string;
                state?: components["schemas"]["EdgeDeviceState"];
                total?: "true";
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["EdgeDevice"][];
                            nextCursor: string | null;
                            total?: components["schemas"]["ListTotal"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    createEdgeDeviceV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description a key for the configuration of the device, or a one-time code with which the device requests its key
                     * @default key
                     * @enum {string}
                     */
                    credential?: "key" | "join-code";
                    name: string;
                    /** @default null */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description The device with its key or code */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description returned only once */
                            apiKey: string | null;
                            device: components["schemas"]["EdgeDeviceDetail"];
                            joinCode: components["schemas"]["EdgeJoinCode"] | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getEdgeDeviceV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EdgeDeviceDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    updateEdgeDeviceV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EdgeDeviceDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    deleteEdgeDeviceV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The device was deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    exportEdgeChainV1: {
        parameters: {
            query?: {
                /** @description only records that arrived at this time or later */
                from?: string;
                /** @description only records that arrived before this time */
                to?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The chains */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getEdgeConfigurationV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The configuration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeviceConfiguration"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_NOT_FOUND`, `CONFIGURATION_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    createJoinCodeV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The code */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EdgeJoinCode"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_REVOKED` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    revokeEdgeDeviceV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The device, revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EdgeDeviceDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_REVOKED`, `EDGE_DEVICE_SHARES_KEY` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    rotateEdgeKeyV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description how long the existing keys stay usable; 0 disables them immediately
                     * @default 1440
                     */
                    overlapMinutes?: number;
                };
            };
        };
        responses: {
            /** @description The device and its new key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description returned only once */
                            apiKey: string;
                            device: components["schemas"]["EdgeDeviceDetail"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_REVOKED` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    setEdgeSigningKeyV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description shows that the device has the private half, as `signing-key` of the device prints it: its signature over "container-inspection signing key", a line feed and `signingKey` */
                    proof: string;
                    /** @description the public half of the Ed25519 key with which the device signs its records: its 32 bytes, in base64 */
                    signingKey: string;
                };
            };
        };
        responses: {
            /** @description The device with its keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EdgeDeviceDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_REVOKED`, `SIGNING_KEY_IN_USE` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    importTransferV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The acknowledgement: lines of JSON */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `EDGE_DEVICE_REVOKED` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getAcknowledgementKeyV1: {
        parameters: {
        };
        responses: {
            /** @description The public half of the key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description SHA-256 of its 32 bytes, hexadecimal */
                            fingerprint: string;
                            /** @description the public half of the key with which this service signs acknowledgements of transfer files */
                            publicKey: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listEmailJobsV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: components["schemas"]["EmailStatus"];
                to?: string;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["EmailJob"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    retryEmailJobV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The job, pending again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmailJob"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `EMAIL_JOB_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `EMAIL_NOT_RETRYABLE` */
            409: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listInvitesV1: {
        parameters: {
            query?: {
                cursor?: string;
                email?: string;
                limit?: number;
                status?: components["schemas"]["InviteStatus"];
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Invite"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    createInviteV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    role: components["schemas"]["Role"];
                };
            };
        };
        responses: {
            /** @description The invite and its link, which is not returned again */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: date-time */
                            acceptedAt: string | null;
                            /** Format: date-time */
                            createdAt: string;
                            email: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            invitedBy: {
                                email: string;
                                id: string;
                            };
                            inviteUrl: string;
                            role: components["schemas"]["Role"];
                            status: components["schemas"]["InviteStatus"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `ACCOUNT_EXISTS` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    revokeInviteV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The revoked invite */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invite"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INVITE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INVITE_NOT_OPEN` */
            409: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listPushDeliveriesV1: {
        parameters: {
            query?: {
                cursor?: string;
                deviceId?: string;
                limit?: number;
                /** @description `dropped`: the device can no longer receive it, because its token expired, it was unregistered, or its user lost access. `no-push-service`: no push service is configured, so it was not sent. */
                status?: components["schemas"]["PushStatus"];
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["PushDelivery"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listReleasesV1: {
        parameters: {
            query?: {
                cursor?: string;
                kind?: components["schemas"]["ReleaseKind"];
                limit?: number;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Release"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    uploadReleaseV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description It was uploaded before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Release"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description Uploaded */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Release"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `RELEASE_EXISTS` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    deleteReleaseV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The version was deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `RELEASE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `RELEASE_IN_USE` */
            409: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listRollOutsV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["RollOut"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    createRollOutV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description the devices of the first stages
                     * @default []
                     */
                    canaryIds?: string[];
                    /**
                     * @description the devices of the group; both lists empty: every device
                     * @default {}
                     */
                    group?: {
                        /**
                         * @description these devices
                         * @default []
                         */
                        deviceIds?: string[];
                        /**
                         * @description devices with a camera in a lane of these sites
                         * @default []
                         */
                        siteIds?: string[];
                    };
                    /** @default null */
                    note?: string | null;
                    releaseId: string;
                    stage?: components["schemas"]["RollOutStage"];
                };
            };
        };
        responses: {
            /** @description The roll-out */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RollOutDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `RELEASE_NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getRollOutV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The roll-out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RollOutDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `ROLL_OUT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    updateRollOutV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    stage?: components["schemas"]["RollOutStage"];
                    /** @enum {string} */
                    state?: "active" | "stopped" | "rolled-back";
                };
            };
        };
        responses: {
            /** @description The roll-out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RollOutDetail"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `ROLL_OUT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `ROLL_OUT_ENDED` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listServiceAccountsV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["ServiceAccount"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    createServiceAccountV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description days until the token expires
                     * @default 365
                     */
                    expiresInDays?: number;
                    /** @description the service, such as `port-system` */
                    name: string;
                    role: components["schemas"]["ServiceRole"];
                };
            };
        };
        responses: {
            /** @description The account and its token, which is not returned again */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account: components["schemas"]["ServiceAccount"];
                            token: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `ACCOUNT_EXISTS` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    issueServiceTokenV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description days until the token expires
                     * @default 365
                     */
                    expiresInDays?: number;
                };
            };
        };
        responses: {
            /** @description The account and its new token, which is not returned again */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            account: components["schemas"]["ServiceAccount"];
                            token: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `SERVICE_ACCOUNT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    endServiceTokenV1: {
        parameters: {
            path: {
                id: string;
                tokenId: string;
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceAccount"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `SERVICE_ACCOUNT_NOT_FOUND`, `SERVICE_TOKEN_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getSignInPolicyV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
        };
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInPolicy"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    updateSignInPolicyV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    secondFactorRequired: components["schemas"]["Role"][];
                };
            };
        };
        responses: {
            /** @description The policy */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInPolicy"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getTopologyPlanV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
        };
        responses: {
            /** @description The plan */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TopologyPlan"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    putTopologyPlanV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    sites: {
                        /** @description id of an existing entry; without an id the entry is created */
                        id?: string;
                        lanes: {
                            /** @description id of an existing entry; without an id the entry is created */
                            id?: string;
                            name: string;
                        }[];
                        name: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The plan */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TopologyPlan"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listUsersV1: {
        parameters: {
            query?: {
                cursor?: string;
                disabled?: boolean;
                limit?: number;
                /** @description part of an email address or of a name */
                q?: string;
                role?: components["schemas"]["Role"];
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["User"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getUserV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `USER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    updateUserV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    disabled?: boolean;
                    role?: components["schemas"]["Role"];
                };
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `USER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `LAST_ADMIN`, `ACCOUNT_ERASED` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    resetSecondFactorV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description It is reset */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `USER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `NO_SECOND_FACTOR` */
            409: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listSessionsOfUserV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Session"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `USER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    endSessionsOfUserV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description How many have ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            ended: number;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `USER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    endSessionOfUserV1: {
        parameters: {
            path: {
                id: string;
                sessionId: string;
            };
        };
        responses: {
            /** @description It has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `USER_NOT_FOUND`, `SESSION_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listWebhooksV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Webhook"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    createWebhookV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    /** @description needed, but only in the format `live-events` */
                    events?: components["schemas"]["LiveEventKind"][];
                    format?: components["schemas"]["WebhookFormat"];
                    /** Format: uri */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The webhook and its signing secret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `TOO_MANY_WEBHOOKS` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getWebhookV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `WEBHOOK_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    updateWebhookV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string | null;
                    enabled?: boolean;
                    /** @description only in the format `live-events` */
                    events?: components["schemas"]["LiveEventKind"][];
                    /** Format: uri */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `WEBHOOK_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    deleteWebhookV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The webhook is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `WEBHOOK_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listWebhookDeliveriesV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: components["schemas"]["WebhookDeliveryStatus"];
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["WebhookDelivery"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `WEBHOOK_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    retryWebhookDeliveryV1: {
        parameters: {
            path: {
                deliveryId: string;
                id: string;
            };
        };
        responses: {
            /** @description The delivery, which is pending */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `WEBHOOK_NOT_FOUND`, `WEBHOOK_DELIVERY_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `WEBHOOK_DISABLED`, `WEBHOOK_DELIVERED` */
            409: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    rotateWebhookSecretV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The webhook and its new signing secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookWithSecret"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `WEBHOOK_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    testWebhookV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The delivery, which is pending */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `WEBHOOK_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `WEBHOOK_DISABLED` */
            409: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listCamerasV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Camera"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getCameraV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
            path: {
                cameraId: string;
            };
        };
        responses: {
            /** @description The camera */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Camera"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CAMERA_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getCameraDriftV1: {
        parameters: {
            path: {
                cameraId: string;
            };
        };
        responses: {
            /** @description Its drift, or null */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description null: the camera does not drift, or its device does not compare its days */
                            drift: components["schemas"]["CameraDrift"] | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CAMERA_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getLivePictureV1: {
        parameters: {
            query?: {
                /** @description the `version` of the last reply: wait until it has changed */
                after?: string;
                waitSeconds?: number;
            };
            path: {
                cameraId: string;
            };
        };
        responses: {
            /** @description The newest picture, or why there is none */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LivePicture"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CAMERA_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `TOO_MANY_STREAMS` */
            429: components["responses"]["ErrorWithRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listContainersV1: {
        parameters: {
            query?: {
                /** @description last active at or after */
                activeFrom?: string;
                /** @description last active before */
                activeTo?: string;
                /** @description the camera of a scan of the current visit */
                cameraId?: string;
                /** @description a class that a scan of the current visit shows */
                class?: string;
                cursor?: string;
                /** @description created at or after */
                from?: string;
                /** @description the lane of the camera of a scan of the current visit */
                laneId?: string;
                limit?: number;
                ownerId?: string;
                /** @description part of a container number */
                q?: string;
                /** @description part of a container number, of the bill of lading or a goods description of a manifest that the container has or had, or of the reason of an escalation or a decision */
                search?: string;
                sizeType?: string;
                /** @description `created` by default */
                sort?: "created" | "lastActivity" | "laneSince";
                status?: components["schemas"]["ContainerStatus"];
                /** @description created before */
                to?: string;
                /** @description the lane of the current visit */
                verdict?: "green" | "yellow" | "red";
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Container"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    createContainerV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    containerNumber: string;
                    sizeType?: string;
                };
            };
        };
        responses: {
            /** @description The container */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Container"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `CONTAINER_NUMBER_TAKEN`, `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getContainerV1: {
        parameters: {
            query?: {
                /** @description the number of a visit of the container */
                visit?: number;
            };
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The container */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Container"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `VISIT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    deleteContainerV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The container is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `CONTAINER_HELD` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getCaseFileV1: {
        parameters: {
            query?: {
                /** @description the number of a visit of the container */
                visit?: number;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The archive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `VISIT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    setContainerNumberV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    containerNumber: string;
                };
            };
        };
        responses: {
            /** @description The container */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Container"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `CONTAINER_NUMBER_TAKEN`, `CONTAINER_HELD` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    escalateContainerV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The escalation */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Escalation"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `ESCALATION_ALREADY_OPEN`, `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listEvidenceV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description the number of a visit of the container */
                visit?: number;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Evidence"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `INVALID_ID`, `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `VISIT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    addEvidenceV1: {
        parameters: {
            query?: {
                /** @description what the photo shows */
                note?: string;
                /** @description when it was taken; when it arrives by default */
                takenAt?: string;
            };
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "image/*": string;
            };
        };
        responses: {
            /** @description The photo */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Evidence"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `INVALID_ID`, `VALIDATION_ERROR`, `INVALID_IMAGE_FORMAT` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getEvidenceV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
            path: {
                evidenceId: string;
                id: string;
            };
        };
        responses: {
            /** @description The photo */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Evidence"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `INVALID_ID`, `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `EVIDENCE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    deleteEvidenceV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                evidenceId: string;
                id: string;
            };
        };
        responses: {
            /** @description The photo is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `INVALID_ID`, `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `EVIDENCE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `CONTAINER_HELD` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getEvidenceImageV1: {
        parameters: {
            query?: {
                size?: "original" | "thumbnail";
            };
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
                /** @description The range applies only while this is the ETag of the bytes */
                "if-range"?: string;
                /** @description One range of bytes; anything else is ignored */
                range?: string;
            };
            path: {
                evidenceId: string;
                id: string;
            };
        };
        responses: {
            /** @description The stored bytes; the strong ETag is their SHA-256 */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/tiff": string;
                    "image/webp": string;
                };
            };
            /** @description The requested range of bytes, given by Content-Range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/tiff": string;
                    "image/webp": string;
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `INVALID_ID`, `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `EVIDENCE_NOT_FOUND`, `IMAGE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `IMAGE_EXPIRED` */
            410: components["responses"]["Error"];
            /** @description `RANGE_NOT_SATISFIABLE` */
            416: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getEvidenceVisualizationV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
                /** @description The range applies only while this is the ETag of the bytes */
                "if-range"?: string;
                /** @description One range of bytes; anything else is ignored */
                range?: string;
            };
            path: {
                evidenceId: string;
                id: string;
            };
        };
        responses: {
            /** @description The stored bytes; the strong ETag is their SHA-256 */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/tiff": string;
                    "image/webp": string;
                };
            };
            /** @description The requested range of bytes, given by Content-Range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/tiff": string;
                    "image/webp": string;
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `INVALID_ID`, `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `EVIDENCE_NOT_FOUND`, `IMAGE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `IMAGE_EXPIRED` */
            410: components["responses"]["Error"];
            /** @description `RANGE_NOT_SATISFIABLE` */
            416: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listExaminationsV1: {
        parameters: {
            query?: {
                /** @description the number of a visit of the container */
                visit?: number;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The examinations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Examination"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `VISIT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    recordExaminationV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the rules whose findings the examination confirmed, among those that found something; none by default */
                    confirmedRules?: string[];
                    isOpened: boolean;
                    /** @description what was examined, and what was found */
                    note: string;
                    result: components["schemas"]["ExaminationResult"];
                    weighedKg?: number | null;
                };
            };
        };
        responses: {
            /** @description The examination */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Examination"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    placeLegalHoldV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The container */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Container"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    releaseLegalHoldV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The container */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Container"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `LEGAL_HOLD_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    attachManifestV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    manifestId: string;
                };
            };
        };
        responses: {
            /** @description The container */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Container"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `MANIFEST_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    detachManifestV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The container */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Container"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `MANIFEST_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    attachFurtherManifestV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
                manifestId: string;
            };
        };
        responses: {
            /** @description The container */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Container"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `MANIFEST_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `MANIFEST_CONFLICT` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    detachOneManifestV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
                manifestId: string;
            };
        };
        responses: {
            /** @description The container */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Container"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `MANIFEST_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    mergeContainerV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the id of the container to merge into */
                    intoContainerId: string;
                };
            };
        };
        responses: {
            /** @description The other container, with its ETag */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Container"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `MANIFEST_CONFLICT` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getNearMissesV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The expected numbers, and who confirmed the container's own */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description null while no supervisor has confirmed the current number */
                            confirmation: components["schemas"]["NumberConfirmation"] | null;
                            /** @description likeliest confusions first, at most 20 */
                            items: components["schemas"]["NearMiss"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    confirmContainerNumberV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description Who confirmed the number, and when */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description null while no supervisor has confirmed the current number */
                            confirmation: components["schemas"]["NumberConfirmation"] | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    setContainerOwnerV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    email?: string;
                    ownerId?: string;
                };
            };
        };
        responses: {
            /** @description The container */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Container"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `USER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getContainerReportV1: {
        parameters: {
            query?: {
                format?: "json" | "pdf";
                /** @description the number of a visit of the container */
                visit?: number;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Report"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_REPORT_FORMAT` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `VISIT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `PDF_NOT_IMPLEMENTED` */
            501: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listScansV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                type?: components["schemas"]["ScanType"];
                /** @description the number of a visit of the container */
                visit?: number;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Scan"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `VISIT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getScanV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
                scanId: string;
            };
        };
        responses: {
            /** @description The scan */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Scan"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `SCAN_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    addDetectionV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
                scanId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    className: string;
                    note?: string;
                    /** @description its outline in picture pixels */
                    polygon: {
                        x: number[];
                        y: number[];
                    };
                };
            };
        };
        responses: {
            /** @description The scan with the added detection */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Scan"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `SCAN_NOT_FOUND`, `DETECTION_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `SCAN_NOT_DONE` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    setDetectionVerdictV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
                index: string;
                scanId: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the correct class; with `corrected` and `added` only */
                    className?: string;
                    note?: string;
                    /** @description the correct outline in picture pixels; with `corrected` and `added` only */
                    polygon?: {
                        x: number[];
                        y: number[];
                    };
                    verdict: components["schemas"]["VerdictKind"];
                };
            };
        };
        responses: {
            /** @description The scan with its verdicts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Scan"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `SCAN_NOT_FOUND`, `DETECTION_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    removeDetectionVerdictV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
                index: string;
                scanId: string;
            };
        };
        responses: {
            /** @description The scan with its verdicts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Scan"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `SCAN_NOT_FOUND`, `DETECTION_NOT_FOUND`, `VERDICT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getScanImageV1: {
        parameters: {
            query?: {
                size?: "original" | "thumbnail";
            };
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
                /** @description The range applies only while this is the ETag of the bytes */
                "if-range"?: string;
                /** @description One range of bytes; anything else is ignored */
                range?: string;
            };
            path: {
                id: string;
                scanId: string;
            };
        };
        responses: {
            /** @description The stored bytes; the strong ETag is their SHA-256 */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/tiff": string;
                    "image/webp": string;
                };
            };
            /** @description The requested range of bytes, given by Content-Range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/tiff": string;
                    "image/webp": string;
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `SCAN_NOT_FOUND`, `IMAGE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `IMAGE_EXPIRED` */
            410: components["responses"]["Error"];
            /** @description `RANGE_NOT_SATISFIABLE` */
            416: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getScanVisualizationV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
                /** @description The range applies only while this is the ETag of the bytes */
                "if-range"?: string;
                /** @description One range of bytes; anything else is ignored */
                range?: string;
            };
            path: {
                id: string;
                scanId: string;
            };
        };
        responses: {
            /** @description The stored bytes; the strong ETag is their SHA-256 */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/tiff": string;
                    "image/webp": string;
                };
            };
            /** @description The requested range of bytes, given by Content-Range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/tiff": string;
                    "image/webp": string;
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `SCAN_NOT_FOUND`, `IMAGE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `IMAGE_EXPIRED` */
            410: components["responses"]["Error"];
            /** @description `RANGE_NOT_SATISFIABLE` */
            416: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    scanCategoryV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "image/*": string;
            };
        };
        responses: {
            /** @description The scan */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            scan: components["schemas"]["Scan"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `INVALID_IMAGE_FORMAT`, `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    scanCategoryFrameV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "image/*": string;
            };
        };
        responses: {
            /** @description The scan */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            scan: components["schemas"]["Scan"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `INVALID_IMAGE_FORMAT`, `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `STREAMING_CATEGORY_SCAN_FAILED`, `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    scanDefectV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "image/*": string;
            };
        };
        responses: {
            /** @description The scan */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            scan: components["schemas"]["Scan"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `INVALID_IMAGE_FORMAT`, `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    scanIllegalV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "image/*": string;
            };
        };
        responses: {
            /** @description The scan */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            scan: components["schemas"]["Scan"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `INVALID_IMAGE_FORMAT`, `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    scanIllegalFrameV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "image/*": string;
            };
        };
        responses: {
            /** @description The scan */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            scan: components["schemas"]["Scan"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `INVALID_IMAGE_FORMAT`, `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `STREAMING_ILLEGAL_SCAN_FAILED`, `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listVisitsV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Visit"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    openVisitV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The container on its new visit */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Container"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `VISIT_UNDECIDED`, `VISIT_EMPTY` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getContainerFacetsV1: {
        parameters: {
            query?: {
                /** @description last active at or after */
                activeFrom?: string;
                /** @description last active before */
                activeTo?: string;
                /** @description the camera of a scan of the current visit */
                cameraId?: string;
                /** @description a class that a scan of the current visit shows */
                class?: string;
                /** @description the lane of the camera of a scan of the current visit */
                laneId?: string;
                ownerId?: string;
                /** @description part of a container number */
                q?: string;
                /** @description part of a container number, of the bill of lading or a goods description of a manifest that the container has or had, or of the reason of an escalation or a decision */
                search?: string;
                sizeType?: string;
                status?: components["schemas"]["ContainerStatus"];
                /** @description the lane of the current visit */
                verdict?: "green" | "yellow" | "red";
            };
        };
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ContainerFacets"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    identifyContainerV1: {
        parameters: {
            query?: {
                /** @description `false` reads the number without creating a container */
                create?: "true" | "false";
            };
        };
        requestBody: {
            content: {
                "image/*": string;
            };
        };
        responses: {
            /** @description What was read, and the container */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Identification"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_IMAGE_FORMAT` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `AI_SERVICE_UNAVAILABLE`, `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listDcsaEventsV1: {
        parameters: {
            query?: {
                /** @description from `Next-Page` */
                cursor?: string;
                /** @description all events of this container, instead of a page */
                equipmentReference?: string;
                /** @description only events from this time on */
                "eventCreatedDateTime:gte"?: string;
                /** @description how many entries of the record are read for one page; each has up to a few events */
                limit?: number;
            };
        };
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DcsaEvent"][];
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `TRADE_EVENTS_OFF` */
            501: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listDevicesV1: {
        parameters: {
        };
        responses: {
            /** @description All of them, at most 100 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            devices: components["schemas"]["Device"][];
                            total: number;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    registerDeviceV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    appVersion: string;
                    deviceId: string;
                    deviceModel: string;
                    platform: components["schemas"]["DevicePlatform"];
                    pushToken: string;
                };
            };
        };
        responses: {
            /** @description The device, which was registered before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Device"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The new device */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Device"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `DEVICE_IN_USE` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    unregisterDeviceV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    deviceId: string;
                };
            };
        };
        responses: {
            /** @description The device is removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `DEVICE_NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getDocsV1: {
        parameters: {
        };
        responses: {
            /** @description A web page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    recordCameraDriftV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CameraDriftRequest"];
            };
        };
        responses: {
            /** @description Recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description null: no device is known by this `device_id`, or the camera belongs to another device, and nothing was kept */
                            deviceId: string | null;
                        };
                        idempotencyKey: string | null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_IMAGE_FORMAT` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["EdgeError"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["EdgeError"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    recordEdgeConfigurationV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceConfigurationRequest"];
            };
        };
        responses: {
            /** @description Recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description the id of the device for admins; null when neither its key nor its body identifies it */
                            deviceId: string | null;
                        };
                        idempotencyKey: string | null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["EdgeError"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["EdgeError"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    ingestEvidenceV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                containerNumber: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EdgePhoto"];
            };
        };
        responses: {
            /** @description The photo is recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            containerId: string;
                            containerNumber: string;
                            /** @description true when this write created the container */
                            created: boolean;
                            evidenceId: string;
                            numberCheck: components["schemas"]["NumberCheck"];
                        };
                        idempotencyKey: string | null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_IMAGE_FORMAT` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `NOT_FOUND` */
            404: components["responses"]["EdgeError"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["EdgeError"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["EdgeError"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    ingestCategoryScanV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                containerNumber: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EdgeScan"];
            };
        };
        responses: {
            /** @description The scan is recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description the newest category scan of the container, which may be another one */
                            categoryScan: {
                                cameraId: string | null;
                                /** @description true when the sender's clock was far off; the scan is then ordered by receivedAt */
                                clockSuspect: boolean;
                                detections: components["schemas"]["Detection"][];
                                deviceId: string | null;
                                /** Format: date-time */
                                receivedAt: string;
                                scanId: string;
                                summary: components["schemas"]["ClassSummary"][];
                                /**
                                 * Format: date-time
                                 * @description when the picture was captured, by the sender's clock
                                 */
                                timestamp: string;
                                userEmail: string | null;
                            };
                            containerId: string;
                            containerNumber: string;
                            /** @description true when this write created the container */
                            created: boolean;
                            manifestMatch: components["schemas"]["ManifestMatch"] | null;
                            numberCheck: components["schemas"]["NumberCheck"];
                            scanId: string;
                            /** @description the lane of the visit after this scan, of all its pictures and papers; `manifestMatch` is of this picture alone */
                            visitLane: components["schemas"]["MatchLane"] | null;
                        };
                        idempotencyKey: string | null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_IMAGE_FORMAT` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `NOT_FOUND` */
            404: components["responses"]["EdgeError"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["EdgeError"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["EdgeError"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    ingestDefectScanV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                containerNumber: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EdgeScan"];
            };
        };
        responses: {
            /** @description The scan is recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            containerId: string;
                            containerNumber: string;
                            /** @description true when this write created the container */
                            created: boolean;
                            numberCheck: components["schemas"]["NumberCheck"];
                            scanId: string;
                            /** @description the lane of the visit after this scan, of all its pictures and papers; `manifestMatch` is of this picture alone */
                            visitLane: components["schemas"]["MatchLane"] | null;
                        };
                        idempotencyKey: string | null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_IMAGE_FORMAT` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `NOT_FOUND` */
            404: components["responses"]["EdgeError"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["EdgeError"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["EdgeError"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    ingestIllegalScanV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                containerNumber: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EdgeScan"];
            };
        };
        responses: {
            /** @description The scan is recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            containerId: string;
                            containerNumber: string;
                            /** @description true when this write created the container */
                            created: boolean;
                            numberCheck: components["schemas"]["NumberCheck"];
                            scanId: string;
                            /** @description the lane of the visit after this scan, of all its pictures and papers; `manifestMatch` is of this picture alone */
                            visitLane: components["schemas"]["MatchLane"] | null;
                        };
                        idempotencyKey: string | null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_IMAGE_FORMAT` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `NOT_FOUND` */
            404: components["responses"]["EdgeError"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["EdgeError"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["EdgeError"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    identifyEdgeContainerV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EdgeIdentifyRequest"];
            };
        };
        responses: {
            /** @description The container */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            containerId: string;
                            containerNumber: string;
                            created: boolean;
                            hasManifest: boolean;
                            numberCheck: components["schemas"]["NumberCheck"];
                        };
                        idempotencyKey: string | null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_IMAGE_FORMAT`, `NUMBER_NOT_READABLE` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["EdgeError"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["EdgeError"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `AI_SERVICE_UNAVAILABLE`, `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    getExpectedNumbersV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
        };
        responses: {
            /** @description The numbers */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description unique, in alphabetical order */
                            numbers: string[];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    recordHeartbeatV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeartbeatRequest"];
            };
        };
        responses: {
            /** @description Recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description the public half of the key with which this service signs acknowledgements of transfer files */
                            acknowledgementKey?: string;
                            /** @description how far the device's clock is ahead of the service's clock; negative when it is behind */
                            clockSkewMs: number | null;
                            /** @description of the configuration that the service keeps of the device (`POST /v1/edge/configuration`); null: none */
                            configurationSha256?: string | null;
                            /** @description the id of the device for admins; null when neither its key nor its body identifies it */
                            deviceId: string | null;
                            /** @description seconds until the next heartbeat is expected */
                            heartbeatSeconds: number;
                            /** @description the operator on shift in the lane of each reported camera, and the end of the shift; a camera without one is not listed. The device sends the address as `user_email` of what it captures until then */
                            lanes: {
                                cameraId: string;
                                operatorEmail: string;
                                /** Format: date-time */
                                until: string;
                            }[];
                            /** Format: date-time */
                            receivedAt: string;
                            /** @description what is rolled out to the device, in place of its own configuration; a release that is no longer listed is no longer to be used. Absent: the device is unknown */
                            releases?: components["schemas"]["WantedRelease"][];
                            /** @description the Content-Encodings that JSON of edge writes may have; without it, none */
                            requestEncodings?: string[];
                            /** @description models that the device runs beside those in use, for comparison (stage `shadow`); what they find is counted and not recorded. Absent: the device is unknown */
                            shadows?: components["schemas"]["WantedRelease"][];
                            /** @description of the key that is registered for the device's records, as `signing-key` of the device prints it; null: none is, and its records count as unsigned. Absent: the device is unknown */
                            signingKeyFingerprint?: string | null;
                        };
                        idempotencyKey: string | null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["EdgeError"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["EdgeError"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    joinV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinRequest"];
            };
        };
        responses: {
            /** @description The key, and the settings of the service that the device needs */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description the public half of the key with which this service signs acknowledgements of transfer files */
                            acknowledgementKey?: string;
                            /** @description the key of this device; it is returned only once */
                            apiKey: string;
                            /** @description only with `restore`: the last records of the previous hardware, which the new chains follow */
                            chainEnds?: components["schemas"]["ChainEnd"][];
                            /** @description only with `restore` */
                            configuration?: components["schemas"]["DeviceConfiguration"] | null;
                            deviceId: string;
                            heartbeatSeconds: number;
                            name: string;
                            /** @description the public address of the service, if it is configured */
                            publicUrl: string | null;
                            /** @description a device that has been silent for longer than this is reported */
                            silentAfterMinutes: number;
                        };
                        idempotencyKey: string | null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["EdgeErrorWithRateLimit"];
            /** @description `JOIN_CODE_NOT_FOUND`, `CONFIGURATION_NOT_FOUND` */
            404: components["responses"]["EdgeErrorWithRateLimit"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["EdgeErrorWithRateLimit"];
            /** @description `SIGNING_KEY_IN_USE` */
            409: components["responses"]["EdgeErrorWithRateLimit"];
            /** @description `JOIN_CODE_GONE` */
            410: components["responses"]["EdgeErrorWithRateLimit"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["EdgeErrorWithRateLimit"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["EdgeErrorWithRateLimitAndRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeErrorWithRateLimit"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRateLimitAndRetryAfter"];
        };
    };
    recordLivePictureV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LivePictureRequest"];
            };
        };
        responses: {
            /** @description Shown to the users who watch, or not needed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description false: no user watches this camera of this device, and nothing was kept */
                            watched: boolean;
                        };
                        idempotencyKey: string | null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_IMAGE_FORMAT` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["EdgeError"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["EdgeError"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["EdgeError"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["EdgeErrorWithRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    downloadReleaseV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
                /** @description The range applies only while this is the ETag of the bytes */
                "if-range"?: string;
                /** @description One range of bytes; anything else is ignored */
                range?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The file; the strong ETag is its SHA-256 */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The requested range of bytes, given by Content-Range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `RELEASE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["EdgeError"];
            /** @description `RANGE_NOT_SATISFIABLE` */
            416: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    getEdgeVerdictsV1: {
        parameters: {
            query?: {
                /** @description which device asks; needed with the shared key only */
                device_id?: string;
                /** @description the `version` of the last reply: wait until it has changed */
                known?: string;
                wait_seconds?: number;
            };
        };
        responses: {
            /** @description The verdicts; an unchanged list at the end of the wait */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description of the visits in the newest scans of the device, the scan that was taken first comes first */
                            verdicts: components["schemas"]["EdgeVerdict"][];
                            /** @description changes with the list */
                            version: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    getWatchedCamerasV1: {
        parameters: {
            query?: {
                /** @description which device asks; needed with the shared key only */
                device_id?: string;
                /** @description the `version` of the last reply: wait until it has changed */
                known?: string;
                wait_seconds?: number;
            };
        };
        responses: {
            /** @description The cameras; an unchanged list at the end of the wait */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description the cameras of this device that users watch now, by id */
                            cameras: string[];
                            /** @description changes with the list */
                            version: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    listEpcisEventsV1: {
        parameters: {
            query?: {
                /** @description only events from this time on */
                GE_recordTime?: string;
                /** @description all events of this container, as `urn:epc:id:bic:` and its number, instead of a page */
                MATCH_epc?: string;
                /** @description from `Link` */
                nextPageToken?: string;
                /** @description how many entries of the record are read for one page; each has up to a few events */
                perPage?: number;
            };
        };
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EpcisQueryDocument"];
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `TRADE_EVENTS_OFF` */
            501: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listEscalationsV1: {
        parameters: {
            query?: {
                /** @description id of the user who claimed it */
                claimedById?: string;
                containerId?: string;
                cursor?: string;
                limit?: number;
                state?: components["schemas"]["EscalationState"];
                total?: "true";
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Escalation"][];
                            nextCursor: string | null;
                            total?: components["schemas"]["ListTotal"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getEscalationV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The escalation */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Escalation"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `ESCALATION_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    claimEscalationV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The escalation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Escalation"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `ESCALATION_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `ESCALATION_CLAIMED`, `ESCALATION_RESOLVED` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    releaseEscalationV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The escalation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Escalation"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `ESCALATION_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `ESCALATION_CLAIMED`, `ESCALATION_NOT_CLAIMED`, `ESCALATION_RESOLVED` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    resolveEscalationV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    decision: components["schemas"]["EscalationDecision"];
                    /** @description how many findings the escalation had when it was read */
                    findingsSeen?: number;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The escalation with its decision */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Escalation"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_PERSON_REQUIRED`, `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `ESCALATION_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `ESCALATION_CLAIMED`, `ESCALATION_RESOLVED` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    viewEscalationV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The caller is listed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `ESCALATION_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    leaveEscalationV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The caller is not listed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getEscalationQueueV1: {
        parameters: {
            query?: {
                /** @description id of the user who claimed it */
                claimedById?: string;
                /** @description a class of the model that a critical finding is about */
                class?: string;
                containerId?: string;
                cursor?: string;
                /** @description the lane of the camera that took the picture to judge */
                laneId?: string;
                limit?: number;
                /** @description ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC */
                raisedBefore?: string;
                /** @description `user`: a user. `manifest`: a manifest match with critical findings. `illegal`: detected illegal goods. `alert`: a person, a weapon or damage that needs attention at once. `sample`: a green container that was chosen at random. */
                source?: components["schemas"]["EscalationSource"];
                state?: "OPEN" | "CLAIMED";
            };
        };
        responses: {
            /** @description One page and the counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description of the whole queue, whatever the filter */
                            counts: {
                                claimed: number;
                                /** @description those that the caller claimed */
                                mine: number;
                                open: number;
                            };
                            items: components["schemas"]["QueuedEscalation"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listEscalationViewersV1: {
        parameters: {
        };
        responses: {
            /** @description All of them, those who came first at the beginning */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["EscalationViewer"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    streamEventsV1: {
        parameters: {
            query?: {
                /** @description kinds of events, separated by commas */
                kinds?: string;
                /** @description resumes after this event, for clients that cannot send `Last-Event-ID` */
                lastEventId?: string;
            };
            header?: {
                /** @description wins over `lastEventId` */
                "last-event-id"?: string;
            };
        };
        responses: {
            /** @description The stream; the schema describes the data of its events, except `reset` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["LiveEvent"];
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `TOO_MANY_STREAMS` */
            429: components["responses"]["ErrorWithRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getFleetFaultsV1: {
        parameters: {
        };
        responses: {
            /** @description Faults of cameras and devices now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FleetFaults"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    previewInviteV1: {
        parameters: {
            path: {
                token: string;
            };
        };
        responses: {
            /** @description The invite */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                            /** Format: date-time */
                            expiresAt: string;
                            inviter: string;
                            role: components["schemas"]["Role"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["ErrorWithRateLimit"];
            /** @description `INVITE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["ErrorWithRateLimit"];
            /** @description `INVITE_GONE` */
            410: components["responses"]["ErrorWithRateLimit"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["ErrorWithRateLimitAndRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["ErrorWithRateLimit"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRateLimitAndRetryAfter"];
        };
    };
    acceptInviteV1: {
        parameters: {
            path: {
                token: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the token is also set as a cookie */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                            role: components["schemas"]["Role"];
                            token: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["ErrorWithRateLimit"];
            /** @description `INVITE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["ErrorWithRateLimit"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["ErrorWithRateLimit"];
            /** @description `INVITE_GONE` */
            410: components["responses"]["ErrorWithRateLimit"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["ErrorWithRateLimit"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["ErrorWithRateLimitAndRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["ErrorWithRateLimit"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRateLimitAndRetryAfter"];
        };
    };
    listManifestsV1: {
        parameters: {
            query?: {
                /** @description whether the manifest is attached to a container */
                attached?: boolean;
                /** @description the whole number */
                containerNumber?: string;
                cursor?: string;
                limit?: number;
                /** @description part of a container number or of a bill of lading */
                q?: string;
                status?: components["schemas"]["ManifestStatus"];
                total?: "true";
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Manifest"][];
                            nextCursor: string | null;
                            total?: components["schemas"]["ListTotal"];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    createManifestV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManifestBody"];
            };
        };
        responses: {
            /** @description The manifest */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WrittenManifest"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getManifestV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The manifest */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Manifest"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `MANIFEST_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    updateManifestV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManifestBody"];
            };
        };
        responses: {
            /** @description The manifest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WrittenManifest"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `MANIFEST_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    deleteManifestV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The manifest is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `MANIFEST_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getManifestHistoryV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["ManifestChange"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `MANIFEST_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    previewManifestMatchV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManifestBody"];
            };
        };
        responses: {
            /** @description The match before and after the change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ManifestMatchPreview"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `MANIFEST_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    importManifestsV1: {
        parameters: {
            query?: {
                decimalMark?: components["schemas"]["DecimalMark"];
            };
            header?: {
                "idempotency-key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/jsonl": string;
                "application/x-ndjson": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description The outcome of each line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ManifestImport"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    startManifestImportV1: {
        parameters: {
            query?: {
                /** @description `true` imports a file again that the caller has imported within 30 days */
                again?: "true" | "false";
                decimalMark?: components["schemas"]["DecimalMark"];
                fileName?: string;
                /** @description `true` reads the file and writes nothing */
                preview?: "true" | "false";
            };
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The import */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ManifestFileImport"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getManifestImportV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The import */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ManifestFileImport"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `MANIFEST_IMPORT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    answerManifestImportV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerManifestImport"];
            };
        };
        responses: {
            /** @description The import */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ManifestFileImport"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `MANIFEST_IMPORT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `MANIFEST_IMPORT_ENDED` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listManifestImportRowsV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description `true`: only rows with values that were not understood */
                notUnderstood?: "true";
                outcome?: "imported" | "updated" | "unchanged" | "failed";
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["ManifestImportRow"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `MANIFEST_IMPORT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getOpenApiDocumentV1: {
        parameters: {
        };
        responses: {
            /** @description The OpenAPI 3.1 document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listPassagesV1: {
        parameters: {
            query?: {
                cursor?: string;
                laneId?: string;
                limit?: number;
                /** @description `unidentified`: a person must name a container, by default. `assigned`: a person has named one */
                state?: "unidentified" | "assigned";
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Passage"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    assignPassageV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    containerNumber: string;
                    /** @description names only the container at this position; all of them by default */
                    position?: string;
                };
            };
        };
        responses: {
            /** @description The passage as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Passage"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `PASSAGE_NOT_FOUND`, `CONTAINER_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `CONTAINER_HELD`, `MANIFEST_CONFLICT` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getPassageSuggestionsV1: {
        parameters: {
            query?: {
                /** @description only numbers with this text in them, and those that it may be a misreading of */
                part?: string;
            };
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["PassageSuggestion"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `PASSAGE_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listRuleSetsV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                siteId?: string;
                /** @description `candidate`: proposed. `active`: in force. `replaced`: was in force. `withdrawn`: was proposed and never in force. */
                state?: components["schemas"]["RuleSetState"];
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["RuleSetVersion"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    proposeRuleSetV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description for all sites, so a candidate for one site has none */
                    map?: {
                        /** @description from this confidence on, undeclared goods are critical; below it, a warning */
                        certainConfidence: number;
                        classes: components["schemas"]["CategoryClass"][];
                        /** @description classes that mean an empty container */
                        emptyClasses: string[];
                        /** @description words that declare an empty container where only `fillerWords` stand beside them */
                        emptyDeclarations: string[];
                        /** @description phrases in which keywords mean something else, such as `van gogh`; absent: those of the bundled map */
                        exceptions?: string[];
                        /** @description words that do not concern the goods, such as `container`; absent: those of the bundled map */
                        fillerWords?: string[];
                        /** @description absent: those of the bundled map */
                        lookAlikes?: components["schemas"]["LookAlike"][];
                        /** @description detections below this confidence do not count */
                        minConfidence: number;
                        /** @description relative difference that is allowed between a count and the declared quantity */
                        quantityTolerance: number;
                        /** @description words that do not describe goods, such as `general cargo`; absent: those of the bundled map */
                        vagueDescriptions?: string[];
                    };
                    note?: string;
                    /** @description absent: those in force, with another category map */
                    rules?: {
                        alerts: components["schemas"]["AlertRules"];
                        containers: components["schemas"]["ContainerRules"];
                        /** @description goods that need a permit */
                        controlledGoods?: components["schemas"]["ControlledGoods"][];
                        dangerousGoods: components["schemas"]["DangerousGoodsRules"];
                        /** @description how many the site can work on: a candidate with more on average is not activated; absent: no limit */
                        escalationsPerDay?: number;
                        goods: components["schemas"]["GoodsRules"];
                        /** @description share of the green, complete visits that are escalated at random, to find what the rules overlook */
                        greenSampleShare: number;
                        weights: components["schemas"]["WeightRules"];
                    };
                    /** @description absent: for every site without a rule set of its own */
                    siteId?: string;
                };
            };
        };
        responses: {
            /** @description The candidate */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NumberedRuleSet"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getRuleSetV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
            path: {
                version: string;
            };
        };
        responses: {
            /** @description The rule set, with its version */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NumberedRuleSet"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `RULE_SET_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    activateRuleSetV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                version: string;
            };
        };
        responses: {
            /** @description The rule set in force */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NumberedRuleSet"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `RULE_SET_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `RULE_SET_NOT_CANDIDATE`, `RULE_SET_OUTDATED`, `ACTIVATION_REFUSED` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getReplayV1: {
        parameters: {
            path: {
                version: string;
            };
        };
        responses: {
            /** @description The replay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Replay"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `RULE_SET_NOT_FOUND`, `REPLAY_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    startReplayV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                version: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description how far back
                     * @default 90
                     */
                    days?: number;
                    /** @description what is replayed in place of a candidate; nothing of it is kept */
                    draft?: {
                        /** @description for all sites, so a candidate for one site has none */
                        map?: {
                            /** @description from this confidence on, undeclared goods are critical; below it, a warning */
                            certainConfidence: number;
                            classes: components["schemas"]["CategoryClass"][];
                            /** @description classes that mean an empty container */
                            emptyClasses: string[];
                            /** @description words that declare an empty container where only `fillerWords` stand beside them */
                            emptyDeclarations: string[];
                            /** @description phrases in which keywords mean something else, such as `van gogh`; absent: those of the bundled map */
                            exceptions?: string[];
                            /** @description words that do not concern the goods, such as `container`; absent: those of the bundled map */
                            fillerWords?: string[];
                            /** @description absent: those of the bundled map */
                            lookAlikes?: components["schemas"]["LookAlike"][];
                            /** @description detections below this confidence do not count */
                            minConfidence: number;
                            /** @description relative difference that is allowed between a count and the declared quantity */
                            quantityTolerance: number;
                            /** @description words that do not describe goods, such as `general cargo`; absent: those of the bundled map */
                            vagueDescriptions?: string[];
                        };
                        note?: string;
                        /** @description absent: those in force, with another category map */
                        rules?: {
                            alerts: components["schemas"]["AlertRules"];
                            containers: components["schemas"]["ContainerRules"];
                            /** @description goods that need a permit */
                            controlledGoods?: components["schemas"]["ControlledGoods"][];
                            dangerousGoods: components["schemas"]["DangerousGoodsRules"];
                            /** @description how many the site can work on: a candidate with more on average is not activated; absent: no limit */
                            escalationsPerDay?: number;
                            goods: components["schemas"]["GoodsRules"];
                            /** @description share of the green, complete visits that are escalated at random, to find what the rules overlook */
                            greenSampleShare: number;
                            weights: components["schemas"]["WeightRules"];
                        };
                        /** @description absent: for every site without a rule set of its own */
                        siteId?: string;
                    };
                };
            };
        };
        responses: {
            /** @description The replay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Replay"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `RULE_SET_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `RULE_SET_NOT_CANDIDATE`, `RULE_SET_OUTDATED` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listReplayChangesV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            path: {
                version: string;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["ReplayChange"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `RULE_SET_NOT_FOUND`, `REPLAY_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    withdrawRuleSetV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                version: string;
            };
        };
        responses: {
            /** @description The withdrawn candidate */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NumberedRuleSet"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `RULE_SET_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `RULE_SET_NOT_CANDIDATE` */
            409: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getCurrentRuleSetV1: {
        parameters: {
            query?: {
                siteId?: string;
            };
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
        };
        responses: {
            /** @description The rule set, with its version */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NumberedRuleSet"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getRulePrecisionV1: {
        parameters: {
        };
        responses: {
            /** @description The rules, most examined first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["RulePrecision"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listShiftsV1: {
        parameters: {
            query?: {
                /** @description only shifts that last, or only those that have ended */
                active?: boolean;
                cursor?: string;
                laneId?: string;
                limit?: number;
                operatorId?: string;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Shift"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    takeLaneV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description the operator's address, in place of `operatorId` */
                    email?: string;
                    laneId: string;
                    operatorId?: string;
                    /**
                     * Format: date-time
                     * @description at most 24 hours from now
                     */
                    until: string;
                };
            };
        };
        responses: {
            /** @description The shift */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Shift"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `USER_NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    endShiftV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The shift */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Shift"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `FORBIDDEN`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `SHIFT_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getStatisticsV1: {
        parameters: {
            query: {
                /** @description `hour` by default, for up to 31 days; `day` for up to 400 */
                bucket?: "hour" | "day";
                /** @description counts begin with the quarter of an hour of this time */
                from: string;
                /** @description one item for each site or lane and bucket, not one a bucket */
                groupBy?: "site" | "lane";
                laneId?: string;
                siteId?: string;
                /** @description where days and hours begin, as `Europe/Berlin`; `UTC` by default */
                timeZone?: string;
                /** @description counts end with the last quarter of an hour that begins before this time; now by default */
                to?: string;
            };
        };
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Statistics"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getTopologyV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
        };
        responses: {
            /** @description The topology */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Topology"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getCameraTrackingV1: {
        parameters: {
            query?: {
                limit?: number;
                minutes?: number;
            };
            path: {
                cameraId: string;
            };
        };
        responses: {
            /** @description The camera's summary */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CameraTrackingSummary"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getObjectCountsV1: {
        parameters: {
            query?: {
                minutes?: number;
            };
            path: {
                cameraId: string;
            };
        };
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CameraObjectCounts"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getObjectHistoryV1: {
        parameters: {
            query: {
                /** @description all cameras by default */
                cameraId?: string;
                /** @description ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC */
                from: string;
                /** @description ISO 8601, basic or extended; seconds and fractions are optional; `Z`, an offset (`+02:00`, `+0200`, `+02`), or none for UTC */
                to?: string;
            };
        };
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description oldest first; buckets without objects are left out */
                            items: {
                                /**
                                 * Format: date-time
                                 * @description start of the bucket
                                 */
                                at: string;
                                className: string;
                                objects: number;
                            }[];
                            /** @description begins with a bucket */
                            timeRange: {
                                /** Format: date-time */
                                from: string;
                                /** Format: date-time */
                                to: string;
                            };
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    ingestStreamEventsV1: {
        parameters: {
            header?: {
                "idempotency-key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    camera_id: string;
                    device_id: string;
                    events: {
                        bbox: {
                            x1: number;
                            x2: number;
                            y1: number;
                            y2: number;
                        };
                        class_name: string;
                        confidence: number;
                        event_id: string;
                        /** @enum {string} */
                        event_type: "enter" | "update" | "leave";
                        timestamp: string;
                        tracking_id: number;
                    }[];
                    session_id: string;
                };
            };
        };
        responses: {
            /** @description Stored: accepted, duplicates and rejected add up to the batch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            accepted: number;
                            duplicates: number;
                            rejected: {
                                code: components["schemas"]["ErrorCode"];
                                index: number;
                                message: string;
                            }[];
                        };
                        idempotencyKey: string | null;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["EdgeError"];
            /** @description `MISSING_API_KEY`, `INVALID_API_KEY` */
            401: components["responses"]["EdgeError"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["EdgeError"];
            /** @description `IDEMPOTENCY_KEY_REUSED` */
            409: components["responses"]["EdgeError"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["EdgeError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["EdgeError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["EdgeErrorWithRetryAfter"];
        };
    };
    changePasswordV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    token: string;
                };
            };
        };
        responses: {
            /** @description The new password is set */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, never>;
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_TOKEN` */
            400: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
        };
    };
    forgotPasswordV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description A link is emailed if the account exists */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, never>;
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
        };
    };
    loginV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    email?: string;
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                            token: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `INVALID_CREDENTIALS`, `SECOND_FACTOR_REQUIRED` */
            401: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
        };
    };
    registerV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    password: string;
                    token?: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the token is also set as a cookie */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                            role: components["schemas"]["Role"];
                            token: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `INVITE_REQUIRED` */
            403: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
        };
    };
    verifyEmailV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description The address is confirmed */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, never>;
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_TOKEN` */
            400: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `ACCOUNT_EXISTS` */
            409: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
        };
    };
    beginGoogleSignInV1: {
        parameters: {
        };
        responses: {
            /** @description To the provider; from another site to the sign-in page */
            302: {
                headers: {
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["AuthError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["AuthError"];
            /** @description `SIGN_IN_PROVIDER_NOT_CONFIGURED`, `SERVICE_UNAVAILABLE` */
            503: components["responses"]["AuthErrorWithRetryAfter"];
        };
    };
    finishGoogleSignInV1: {
        parameters: {
        };
        responses: {
            /** @description To the web app, signed in */
            302: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
            };
            /** @description `SIGN_IN_FAILED`, `VALIDATION_ERROR` */
            400: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `INVITE_REQUIRED` */
            403: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `SIGN_IN_PROVIDER_NOT_CONFIGURED`, `SERVICE_UNAVAILABLE` */
            503: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
        };
    };
    logoutV1: {
        parameters: {
        };
        responses: {
            /** @description Signed out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: Record<string, never>;
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["AuthError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["AuthError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["AuthErrorWithRetryAfter"];
        };
    };
    signInWithPasskeyV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    passkey: components["schemas"]["UsedPasskey"];
                };
            };
        };
        responses: {
            /** @description Signed in, as after a login */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                            token: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `INVALID_SECOND_FACTOR` */
            401: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
        };
    };
    beginPasskeySignInV1: {
        parameters: {
        };
        responses: {
            /** @description The challenge to sign */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PasskeyRequest"];
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
        };
    };
    refreshTokenV1: {
        parameters: {
        };
        responses: {
            /** @description The new token, also set as a cookie */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                            role: components["schemas"]["Role"];
                            token: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["AuthError"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["AuthError"];
            /** @description `FORBIDDEN` */
            403: components["responses"]["AuthError"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["AuthError"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["AuthErrorWithRetryAfter"];
        };
    };
    completeSignInV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    challenge: string;
                    code?: string;
                    passkey?: components["schemas"]["UsedPasskey"];
                };
            };
        };
        responses: {
            /** @description Signed in, as after a login */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                            token: string;
                        };
                        message: string;
                        /** @enum {string} */
                        status: "success";
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `INVALID_SECOND_FACTOR`, `SIGN_IN_EXPIRED` */
            401: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["AuthErrorWithRateLimit"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["AuthErrorWithRateLimitAndRetryAfter"];
        };
    };
    getMeV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    updateMeV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    timeZone?: string | null;
                };
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    changeOwnEmailV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                    email: string;
                };
            };
        };
        responses: {
            /** @description The link was emailed; the address is unchanged */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description the current address of the account, until the new one is confirmed */
                            email: string;
                            /** Format: date-time */
                            linkExpiresAt: string;
                            newEmail: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `WRONG_PASSWORD`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `ACCOUNT_EXISTS` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["ErrorWithRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getNotificationsV1: {
        parameters: {
            header?: {
                /** @description Known ETags, or `*`; 304 if the resource still has one of them */
                "If-None-Match"?: string;
            };
        };
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationSettings"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The caller already has this version */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    updateNotificationsV1: {
        parameters: {
            header?: {
                /** @description An ETag that was read, or `*`; 412 if the resource has changed since */
                "If-Match"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    alerts?: components["schemas"]["AlertKind"][];
                    shiftReports?: components["schemas"]["ShiftReportChoice"];
                    siteIds?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationSettings"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PRECONDITION_FAILED` */
            412: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    changeOwnPasswordV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Changed; the token of the new session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            email: string;
                            role: components["schemas"]["Role"];
                            token: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `WRONG_PASSWORD`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["ErrorWithRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listPushSubscriptionsV1: {
        parameters: {
        };
        responses: {
            /** @description All of them, at most 20 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description the key that a browser subscribes with: `applicationServerKey`, base64url */
                            publicKey: string;
                            subscriptions: components["schemas"]["PushSubscription"][];
                            total: number;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    addPushSubscriptionV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uri */
                    endpoint: string;
                    keys: {
                        auth: string;
                        p256dh: string;
                    };
                    /** @description names the browser in lists, such as `Chrome, Android` */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The existing subscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PushSubscription"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description The new subscription */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PushSubscription"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    deletePushSubscriptionV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The subscription is removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `PUSH_SUBSCRIPTION_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    renewRecoveryCodesV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                };
            };
        };
        responses: {
            /** @description Ten codes, which are not returned again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            recoveryCodes: string[];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `WRONG_PASSWORD`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `NO_SECOND_FACTOR` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["ErrorWithRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listSavedViewsV1: {
        parameters: {
        };
        responses: {
            /** @description All of them, at most 50 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["SavedView"][];
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    saveViewV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description the filter, as the address of the page states it, such as `?source=illegal&age=60` */
                    search: string;
                };
            };
        };
        responses: {
            /** @description The view */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SavedView"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `TOO_MANY_SAVED_VIEWS` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    deleteSavedViewV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        responses: {
            /** @description The view is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING`, `FORBIDDEN` */
            403: components["responses"]["Error"];
            /** @description `SAVED_VIEW_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    getOwnSecondFactorsV1: {
        parameters: {
        };
        responses: {
            /** @description The factors, without their secrets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OwnSecondFactors"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    removeSecondFactorV1: {
        parameters: {
            path: {
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                };
            };
        };
        responses: {
            /** @description It is removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `WRONG_PASSWORD`, `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `LAST_SECOND_FACTOR` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["ErrorWithRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    addAuthenticatorAppV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    enrolment: string;
                };
            };
        };
        responses: {
            /** @description The app is a second factor */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            factor: components["schemas"]["SecondFactor"];
                            recoveryCodes: string[] | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_CODE`, `INVALID_TOKEN` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    startAuthenticatorAppV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                };
            };
        };
        responses: {
            /** @description The secret for the app */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @description to send back with the first code */
                            enrolment: string;
                            /** Format: date-time */
                            expiresAt: string;
                            /** @description in base32, for apps that do not scan */
                            secret: string;
                            /** @description `otpauth://…`, for a QR code */
                            uri: string;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `WRONG_PASSWORD`, `UNTRUSTED_ORIGIN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["ErrorWithRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    addPasskeyV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    passkey: components["schemas"]["NewPasskey"];
                };
            };
        };
        responses: {
            /** @description The passkey is a second factor */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            factor: components["schemas"]["SecondFactor"];
                            recoveryCodes: string[] | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR`, `INVALID_TOKEN`, `PASSKEY_REFUSED` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    startPasskeyV1: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                };
            };
        };
        responses: {
            /** @description What the browser needs to create it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PasskeyCreation"];
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `WRONG_PASSWORD`, `UNTRUSTED_ORIGIN` */
            403: components["responses"]["Error"];
            /** @description `REQUEST_TIMEOUT` */
            408: components["responses"]["Error"];
            /** @description `TOO_MANY_PASSKEYS` */
            409: components["responses"]["Error"];
            /** @description `PAYLOAD_TOO_LARGE` */
            413: components["responses"]["Error"];
            /** @description `RATE_LIMIT_EXCEEDED` */
            429: components["responses"]["ErrorWithRetryAfter"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    listOwnSessionsV1: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
        };
        responses: {
            /** @description One page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            items: components["schemas"]["Session"][];
                            nextCursor: string | null;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    endOtherSessionsV1: {
        parameters: {
        };
        responses: {
            /** @description How many have ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            ended: number;
                        };
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
    endOwnSessionV1: {
        parameters: {
            path: {
                sessionId: string;
            };
        };
        responses: {
            /** @description It has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @enum {boolean} */
                        success: true;
                    };
                };
            };
            /** @description `VALIDATION_ERROR` */
            400: components["responses"]["Error"];
            /** @description `UNAUTHORIZED` */
            401: components["responses"]["Error"];
            /** @description `UNTRUSTED_ORIGIN`, `SECOND_FACTOR_MISSING` */
            403: components["responses"]["Error"];
            /** @description `SESSION_NOT_FOUND`, `NOT_FOUND` */
            404: components["responses"]["Error"];
            /** @description `INTERNAL_ERROR` */
            500: components["responses"]["Error"];
            /** @description `SERVICE_UNAVAILABLE` */
            503: components["responses"]["ErrorWithRetryAfter"];
        };
    };
}
type Phrase = (string | number | Phrase)[];
