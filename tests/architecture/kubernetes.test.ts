import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

/**
 * What the manifests use of the Kubernetes API, as closed schemas: a misspelt or misplaced field is refused, as `kubectl --validate=strict`
 * would. No cluster runs here.
 */
const text = { type: 'string', minLength: 1 } as const
const count = { type: 'integer', minimum: 0 } as const
const labels = { type: 'object', additionalProperties: text } as const
type Properties = Record<string, object>
const closed = (properties: Properties, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const listOf = (items: object) => ({ type: 'array', items, minItems: 1 })
const metadata = closed({ name: { type: 'string', pattern: '^[a-z0-9-]{1,63}$' }, labels }, ['name'])
const selector = closed({ matchLabels: labels })
const probe = closed(
  { httpGet: closed({ path: text, port: text }), periodSeconds: count, timeoutSeconds: count, failureThreshold: count },
  ['httpGet'],
)
const capabilities = closed({ drop: listOf(text) })
const resources = closed({ requests: closed({ cpu: text, memory: text }), limits: closed({ memory: text }) })
const container = closed(
  {
    name: text,
    image: text,
    args: listOf(text),
    ports: listOf(closed({ name: text, containerPort: count })),
    envFrom: listOf(closed({ secretRef: closed({ name: text }) })),
    env: listOf(closed({ name: text, value: text, valueFrom: closed({ fieldRef: closed({ fieldPath: text }) }) }, ['name'])),
    startupProbe: probe,
    readinessProbe: probe,
    livenessProbe: probe,
    lifecycle: closed({ preStop: closed({ exec: closed({ command: listOf(text) }) }) }),
    resources,
    securityContext: closed({ allowPrivilegeEscalation: { const: false }, readOnlyRootFilesystem: { const: true }, capabilities }),
    volumeMounts: listOf(closed({ name: text, mountPath: text })),
  },
  ['name', 'image', 'resources', 'securityContext'],
)
const pod = closed(
  {
    automountServiceAccountToken: { const: false },
    terminationGracePeriodSeconds: count,
    restartPolicy: { enum: ['Never'] },
    securityContext: closed({
      runAsNonRoot: { const: true },
      runAsUser: count,
      runAsGroup: count,
      seccompProfile: closed({ type: { const: 'RuntimeDefault' } }),
    }),
    topologySpreadConstraints: listOf(
      closed({
        maxSkew: count,
        topologyKey: text,
        whenUnsatisfiable: { enum: ['ScheduleAnyway', 'DoNotSchedule'] },
        labelSelector: selector,
      }),
    ),
    containers: listOf(container),
    volumes: listOf(closed({ name: text, emptyDir: closed({ sizeLimit: text }), configMap: closed({ name: text }) }, ['name'])),
  },
  ['automountServiceAccountToken', 'securityContext', 'containers'],
)
const template = closed({ metadata: closed({ labels }), spec: pod })
const object = (apiVersion: string, kind: string, rest: Properties) =>
  closed({ apiVersion: { const: apiVersion }, kind: { const: kind }, metadata, ...rest })

const SCHEMAS: Readonly<Record<string, object>> = {
  Deployment: object('apps/v1', 'Deployment', {
    spec: closed({
      replicas: { type: 'integer', minimum: 2 },
      strategy: closed({
        type: { const: 'RollingUpdate' },
        rollingUpdate: closed({ maxSurge: { const: 1 }, maxUnavailable: { const: 0 } }),
      }),
      minReadySeconds: count,
      selector,
      template,
    }),
  }),
  Service: object('v1', 'Service', {
    spec: closed({ selector: labels, ports: listOf(closed({ name: text, port: count, targetPort: text })) }),
  }),
  PodDisruptionBudget: object('policy/v1', 'PodDisruptionBudget', { spec: closed({ minAvailable: { const: 1 }, selector }) }),
  NetworkPolicy: object('networking.k8s.io/v1', 'NetworkPolicy', {
    spec: closed({
      podSelector: selector,
      policyTypes: listOf({ enum: ['Ingress', 'Egress'] }),
      ingress: listOf(
        closed({ from: listOf(closed({ namespaceSelector: selector })), ports: listOf(closed({ port: count, protocol: text })) }),
      ),
    }),
  }),
  Job: object('batch/v1', 'Job', { spec: closed({ backoffLimit: count, ttlSecondsAfterFinished: count, template }) }),
  Secret: object('v1', 'Secret', { type: { const: 'Opaque' }, stringData: { type: 'object', additionalProperties: { type: 'string' } } }),
}

type Container = { name: string; image: string; envFrom?: unknown; args?: string[]; ports?: { name: string; containerPort: number }[] }
type Pod = { containers: Container[]; terminationGracePeriodSeconds?: number }
type Manifest = {
  kind: string
  metadata: { name: string }
  spec: { template: { metadata: { labels: object }; spec: Pod }; selector: { matchLabels: object } }
}

const read = (name: string) => parseAllDocuments(readFileSync(`deploy/kubernetes/${name}`, 'utf8')).map((each) => each.toJS() as Manifest)
const all = ['portal.yaml', 'migrate.yaml', 'secret.example.yaml'].flatMap(read)
const find = (kind: string) => {
  const found = all.find((each) => each.kind === kind)
  if (!found) throw new Error(`no ${kind}`)
  return found
}
const ajv = new Ajv({ allErrors: true })
const problemsOf = (manifest: Manifest) => {
  const validate = ajv.compile(SCHEMAS[manifest.kind] ?? false)
  const isValid: boolean = validate(manifest)
  return isValid ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${manifest.kind}${instancePath} ${message}`)
}

test('OPS-5 each Kubernetes object has the fields of its kind, and no other', () => {
  expect(all.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy', 'Job', 'Secret'])
  expect(all.flatMap(problemsOf)).toEqual([])
})

test('a misspelt, misplaced or missing field of an object is found', () => {
  const changed = (change: (manifest: Manifest) => void) => {
    const copy = structuredClone(find('Deployment'))
    change(copy)
    return problemsOf(copy).length
  }
  expect(changed(() => {})).toBe(0)
  expect(changed(({ spec }) => Object.assign(spec, { replica: 2 }))).toBe(1)
  expect(changed(({ spec }) => Object.assign(spec.template.spec.containers[0] ?? {}, { restartPolicy: 'Never' }))).toBe(1)
  expect(changed(({ spec }) => Object.assign(spec.template.spec.containers[0] ?? {}, { image: '' }))).toBe(1)
  expect(changed(({ spec }) => Reflect.deleteProperty(spec, 'selector'))).toBe(1)
})

test('OPS-5 service, budget, policy and spread select the pods of the deployment; the job does not look like one of them', () => {
  const { labels: own } = find('Deployment').spec.template.metadata
  const written = readFileSync('deploy/kubernetes/portal.yaml', 'utf8')
  expect(own).toEqual({ app: 'guichet' })
  expect(
    written.match(/(?:matchLabels|selector|labels): ?\{? ?(?:matchLabels: \{ )?app: \w+/g)?.every((each) => each.endsWith('app: guichet')),
  ).toBe(true)
  expect(find('Job').spec.template.metadata.labels).not.toMatchObject(own)
})

test('OPS-5 the job and the replicas run one image with one file of settings; a replica drains before it is killed', () => {
  const { containers, terminationGracePeriodSeconds = 0 } = find('Deployment').spec.template.spec
  const [portal] = containers
  const [migrate] = find('Job').spec.template.spec.containers
  expect(migrate).toMatchObject({ image: portal?.image, envFrom: portal?.envFrom, args: ['guichet', 'migrate'] })
  expect(portal?.ports).toEqual([{ name: 'http', containerPort: 3000 }])
  // The pause before the end, DRAIN_SECONDS, and ten seconds for requests.
  expect(terminationGracePeriodSeconds).toBeGreaterThan(5 + 5 + 10)
})

type Service = {
  networks?: { default: { ipv4_address: string } }
  network_mode?: string
  image: string
  healthcheck?: { test: string[] }
  stop_grace_period?: string
  environment?: object
}
const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as { services: Record<string, Service> }

test('OPS-5 compose: nginx finds each portal at a fixed address, ready before it is asked, and drained before it is killed', () => {
  const { 'portal-one': one, 'portal-two': two } = compose.services
  const addresses = [one, two].map((each) => each?.networks?.default.ipv4_address)
  expect(new Set(addresses).size).toBe(2)
  for (const portal of [one, two]) {
    expect(portal?.networks?.default.ipv4_address).toMatch(/^172\.30\.0\.\d+$/)
    expect(portal?.healthcheck?.test.join(' ')).toContain('/readyz')
    expect(portal?.stop_grace_period).toBe('20s')
  }
})

test('WATCH-1 compose: an agent in the network of each portal forwards its metrics under its name', () => {
  for (const name of ['one', 'two'])
    expect(compose.services[`collector-${name}`]).toMatchObject({
      network_mode: `service:portal-${name}`,
      environment: { REPLICA: `portal-${name}` },
    })
  const agent = readFileSync('deploy/prometheus-agent.yaml', 'utf8')
  expect(agent).toContain(`http://${compose.services.metrics?.networks?.default.ipv4_address}:9090/api/v1/write`)
  expect(agent).toContain("targets: ['127.0.0.1:3002']")
  expect(Object.values(compose.services).every(({ image }) => /:(?!latest)[\w.${}-]+$/.test(image))).toBe(true)
})

test('CON-1 the example of an identity provider allows the code flow with PKCE at one address, and sends the groups', () => {
  const realm: { groups: { name: string }[]; clients: Record<string, unknown>[]; requiredActions: { defaultAction: boolean }[] } =
    JSON.parse(readFileSync('deploy/keycloak-realm.example.json', 'utf8'))
  expect(realm.groups.map(({ name }) => name)).toEqual(['viewer', 'care', 'finance', 'editor', 'approver'])
  expect(realm.requiredActions.every(({ defaultAction }) => defaultAction)).toBe(true)
  expect(realm.clients).toHaveLength(1)
  expect(realm.clients[0]).toMatchObject({
    publicClient: false,
    standardFlowEnabled: true,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
    redirectUris: [expect.stringMatching(/^https:[^*]+\/sign-in\/return$/)],
    attributes: { 'pkce.code.challenge.method': 'S256' },
  })
})
