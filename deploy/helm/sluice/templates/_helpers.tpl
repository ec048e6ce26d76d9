{{- define "sluice.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* Cut so that the longest ending still fits into the 63 characters of a name. */}}
{{- define "sluice.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "sluice.name" . -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "sluice.selectorLabels" -}}
app.kubernetes.io/name: {{ include "sluice.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "sluice.labels" -}}
{{ include "sluice.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "sluice.image" -}}
{{- $repository := required "image.repository has no default: say where you pushed the image" .Values.image.repository -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" $repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "sluice.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "sluice.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* The command line's word for a role: its key in the values, but for the plugin host. */}}
{{- define "sluice.role" -}}
{{- if eq . "pluginHost" -}}plugin-host{{- else -}}{{ . }}{{- end -}}
{{- end -}}

{{- define "sluice.port" -}}
{{- if eq . "api" -}}8080{{- else if eq . "ui" -}}8081{{- else -}}9464{{- end -}}
{{- end -}}

{{- define "sluice.portName" -}}
{{- if or (eq . "api") (eq . "ui") -}}http{{- else -}}metrics{{- end -}}
{{- end -}}

{{/* Names under which requests may come: the services inside the cluster, the ingresses, and what was given. */}}
{{- define "sluice.allowedHosts" -}}
{{- $hosts := list -}}
{{- range $role := list "api" "ui" -}}
{{- $service := printf "%s-%s" (include "sluice.fullname" $) $role -}}
{{- $inside := printf "%s.%s" $service $.Release.Namespace -}}
{{- $hosts = concat $hosts (list $service $inside (printf "%s.svc" $inside) (printf "%s.svc.%s" $inside $.Values.clusterDomain)) -}}
{{- with index $.Values $role -}}
{{- if .ingress.enabled -}}{{- $hosts = concat $hosts .ingress.hosts -}}{{- end -}}
{{- end -}}
{{- end -}}
{{- concat $hosts .Values.allowedHosts | uniq | join "," -}}
{{- end -}}

{{- define "sluice.publicUrl" -}}
{{- with .Values.ui -}}
{{- if .publicUrl -}}
{{- .publicUrl -}}
{{- else if and .ingress.enabled .ingress.hosts -}}
{{- printf "%s://%s" (ternary "https" "http" (ne .ingress.tlsSecret "")) (first .ingress.hosts) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Where database and queue are: from secrets that exist, never from values. */}}
{{- define "sluice.storesEnv" -}}
- name: {{ ternary "SHARDS" "DATABASE_URL" (eq .Values.postgres.shards true) }}
  valueFrom:
    secretKeyRef:
      name: {{ required "postgres.existingSecret has no default: name the secret with the address of the database" .Values.postgres.existingSecret }}
      key: {{ .Values.postgres.key }}
{{- if .Values.redis.existingSecret }}
- name: REDIS_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.redis.existingSecret }}
      key: {{ .Values.redis.key }}
{{- end }}
{{- end -}}

{{/* Settings of one role: those of all roles, then its own. Takes (dict "root" $ "key" "api"). */}}
{{- define "sluice.configEnv" -}}
{{- $root := .root -}}
{{- $own := index $root.Values .key -}}
{{- $settings := dict -}}
{{- range $name, $value := $root.Values.config -}}{{- $_ := set $settings $name $value -}}{{- end -}}
{{- range $name, $value := $own.config -}}{{- $_ := set $settings $name $value -}}{{- end -}}
{{- range $name, $value := $settings }}
{{- if not (kindIs "invalid" $value) }}
- name: {{ $name | replace ":" "__" }}
  {{- /* a whole number must not become 1e+06 */}}
  value: {{ if kindIs "slice" $value }}{{ join "," $value | quote }}{{ else if kindIs "float64" $value }}{{ if eq (floor $value) $value }}{{ printf "%.0f" $value | quote }}{{ else }}{{ toString $value | quote }}{{ end }}{{ else }}{{ toString $value | quote }}{{ end }}
{{- end }}
{{- end }}
{{- range $name, $from := merge (dict) ($own.secretConfig | default (dict)) $root.Values.secretConfig }}
- name: {{ $name | replace ":" "__" }}
  valueFrom:
    secretKeyRef:
      name: {{ $from.secret }}
      key: {{ $from.key }}
{{- end }}
{{- end -}}
