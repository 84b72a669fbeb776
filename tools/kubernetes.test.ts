import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Deployment } from 'kubernetes-models/apps/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, PersistentVolumeClaim, Secret, Service } from 'kubernetes-models/v1'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import manifest from '../package.json' with { type: 'json' }
import { readConfig } from '../apps/server/src/config.ts'
import { SETTINGS } from '../apps/server/src/settings.ts'

const FOLDER = fileURLToPath(new URL('../deploy/kubernetes', import.meta.url))
const KUSTOMIZATION = 'kustomization.yaml'
const EXAMPLE = 'secret.example.yaml'
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8')
const files = readdirSync(FOLDER).filter((file) => file !== KUSTOMIZATION)

/** Classes that know the API's schemas. */
const KINDS = { ConfigMap, Deployment, NetworkPolicy, PersistentVolumeClaim, PodDisruptionBudget, Secret, Service }
/** How long a server with NATS takes to stop (docs/operations.md). */
const STOP_MAX_SEC = 12

const resource = z.looseObject({
  apiVersion: z.string(),
  kind: z.enum(Object.keys(KINDS) as [keyof typeof KINDS, ...(keyof typeof KINDS)[]]),
  metadata: z.looseObject({ name: z.string() }),
})
const documents = files.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => resource.parse(document.toJS())),
)
const find = <Kind extends keyof typeof KINDS>(kind: Kind, name: string): InstanceType<(typeof KINDS)[Kind]> => {
  const found = documents.find((each) => each.kind === kind && each.metadata.name === name)
  if (found === undefined) throw new Error(`No ${kind} ${name}`)
  return new KINDS[kind](found) as InstanceType<(typeof KINDS)[Kind]>
}
const podOf = (name: string) => {
  const { spec } = find('Deployment', name)
  const pod = spec?.template.spec
  const [container] = pod?.containers ?? []
  if (pod === undefined || container === undefined) throw new Error(`The deployment ${name} has no container`)
  return { pod, container, labels: spec?.template.metadata?.labels }
}

describe('the Kubernetes manifests', () => {
  it.each(documents.map((document) => [document.kind, document.metadata.name, document] as const))(
    '%s %s conforms to the schema of its API',
    (kind, _name, document) => {
      const { apiVersion } = new KINDS[kind]({})
      expect(document.apiVersion).toBe(apiVersion)
      expect(() => new KINDS[kind](document as never).validate()).not.toThrow()
    },
  )

  it('are all listed in the kustomization, which names the image of this version', () => {
    const list = z.object({ resources: z.array(z.string()), images: z.tuple([z.object({ newTag: z.string() })]) })
    const { resources, images } = list.parse(parse(read(KUSTOMIZATION)))
    expect(new Set([...resources, EXAMPLE])).toEqual(new Set(files))
    expect(images[0].newTag).toBe(manifest.version)
  })

  it('configure servers with settings that exist and are valid, once the secrets are filled in', () => {
    const { container } = podOf('clutch')
    const sources = container.envFrom?.map((source) => source.configMapRef?.name ?? source.secretRef?.name)
    expect(sources).toEqual(['clutch-settings', 'clutch-secrets'])
    const given = { ...find('ConfigMap', 'clutch-settings').data, ...find('Secret', 'clutch-secrets').stringData }
    const ofPod = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]))
    const { NATS_PASSWORD, POD_NAME: _, ...settings } = { ...given, ...ofPod }
    expect(Object.keys(settings).filter((name) => !(name in SETTINGS))).toEqual([])
    expect(settings['NATS_URL']).toContain(`:${NATS_PASSWORD}@clutch-nats:4222`)
    const filled = { STEAM_API_KEY: 'A'.repeat(32), OPERATOR_TOKEN: 'o'.repeat(16), TOKEN_KEYS: 'k'.repeat(43) }
    expect(readConfig({ ...settings, ...filled, NODE_ENV: 'production', HOST: '0.0.0.0' })).toMatchObject({ ok: true })
  })

  it('stop a server gracefully, and ask for its health where it is served', () => {
    const { pod, container } = podOf('clutch')
    const preStopSec = Number(container.lifecycle?.preStop?.exec?.command?.[1])
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(preStopSec + STOP_MAX_SEC)
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe]
    expect(probes.map((probe) => probe?.httpGet?.path)).toEqual(
      ['live', 'live', 'ready'].map((name) => `/api/health/${name}`),
    )
  })

  it.each(['clutch', 'clutch-nats'])('give %s no privileges, and the volumes that it mounts', (name) => {
    const { pod, container } = podOf(name)
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const mounted = (container.volumeMounts ?? []).map((mount) => mount.name)
    expect(mounted).toEqual((pod.volumes ?? []).map((volume) => volume.name))
  })

  it('keep data in a folder that the server creates, since it could not close one of another user to others', () => {
    const { data } = find('ConfigMap', 'clutch-settings')
    const mounts = podOf('clutch').container.volumeMounts?.map(({ mountPath }) => mountPath) ?? []
    expect(mounts).not.toContain(data?.['DATA_DIR'])
    expect(mounts.some((path) => data?.['DATA_DIR']?.startsWith(`${path}/`))).toBe(true)
  })

  it.each([
    ['clutch', 'clutch'],
    ['clutch-nats', 'clutch-nats'],
  ])('select the pods of %s by the labels that they have', (name, service) => {
    const { labels } = podOf(name)
    expect(find('Service', service).spec?.selector).toEqual(labels)
    expect(find('Deployment', name).spec?.selector.matchLabels).toEqual(labels)
  })

  it('let nodes be drained one server at a time, and only servers reach NATS', () => {
    const { labels } = podOf('clutch')
    const { spec } = find('PodDisruptionBudget', 'clutch')
    expect(spec).toEqual({ maxUnavailable: 1, selector: { matchLabels: labels } })
    const policy = find('NetworkPolicy', 'clutch-nats').spec
    expect(policy?.podSelector?.matchLabels).toEqual(podOf('clutch-nats').labels)
    expect(policy?.ingress?.[0]?.from).toEqual([{ podSelector: { matchLabels: labels } }])
  })
})
