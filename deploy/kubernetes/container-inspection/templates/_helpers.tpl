{{- define "inspection.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* The labels that select the pods of one component: (list . "cloud"). */}}
{{- define "inspection.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ $root.Chart.Name }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{/* An image by its digest, or else its tag: (list . .Values.image). */}}
{{- define "inspection.image" -}}
{{- $root := index . 0 -}}
{{- $image := index . 1 -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ default $root.Chart.AppVersion $image.tag }}
{{- end -}}
{{- end }}

{{- define "inspection.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "inspection.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The addresses of all AI services, separated by commas. */}}
{{- define "inspection.aiAddresses" -}}
{{- $addresses := .Values.ai.addresses -}}
{{- if .Values.ai.enabled -}}
{{- $addresses = prepend $addresses (printf "ws://%s-ai.%s.svc:8092" .Release.Name .Release.Namespace) -}}
{{- end -}}
{{- join "," $addresses -}}
{{- end }}

{{/* The settings of the cloud: those of the chart, which `settings` may replace. */}}
{{- define "inspection.settings" -}}
{{- $settings := dict "NODE_ENV" "production" "PORT" "3000" "DATA_DIR" "/data" -}}
{{- if .Values.ingress.enabled -}}
{{- $_ := set $settings "TRUSTED_PROXY_HOPS" .Values.ingress.proxyHops -}}
{{- end -}}
{{- with include "inspection.aiAddresses" . -}}
{{- $_ := set $settings "AI_SERVICE_URL" . -}}
{{- end -}}
{{- range $name, $value := mergeOverwrite $settings .Values.settings }}
- name: {{ $name }}
  value: {{ if kindIs "string" $value }}{{ $value | quote }}{{ else }}{{ $value | toJson | quote }}{{ end }}
{{- end }}
{{- end }}

{{/* What the service and its commands have in common. */}}
{{- define "inspection.cloudContainer" -}}
image: {{ include "inspection.image" (list . .Values.image) }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext: {{- include "inspection.containerSecurity" . | nindent 2 }}
env: {{- include "inspection.settings" . | nindent 2 }}
envFrom:
  - secretRef: { name: {{ .Values.secretName }} }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  {{- if .Values.fileSecretName }}
  - { name: files, mountPath: /etc/container-inspection, readOnly: true }
  {{- end }}
{{- end }}

{{- define "inspection.dataVolume" -}}
{{- if .Values.data.persistent -}}
- name: data
  persistentVolumeClaim: { claimName: {{ .Release.Name }}-data }
{{- else -}}
- { name: data, emptyDir: {} }
{{- end -}}
{{- end }}

{{- define "inspection.sharedVolumes" -}}
- { name: tmp, emptyDir: {} }
{{- with .Values.fileSecretName }}
- name: files
  secret: { secretName: {{ . }}, defaultMode: 288 }
{{- end }}
{{- end }}
