import { line, secret, wholeNumber } from './setting-values.ts'

/** The part of the settings about metrics for Prometheus. */
export const metricsSettings = {
  METRICS_PORT: {
    doc: 'Port of `GET /metrics` for Prometheus ([operate.md](operate.md#metrics)). Without it no port is opened.',
    parse: wholeNumber(1, 65_535),
  },
  METRICS_HOST: {
    doc: 'Address of METRICS_PORT. Any but this machine’s own needs METRICS_TOKEN.',
    parse: line,
    default: '127.0.0.1',
  },
  METRICS_TOKEN: {
    doc: 'Bearer token for `GET /metrics` (`Authorization: Bearer …`), at METRICS_PORT and at the address of the site. At least 32 characters.',
    parse: secret,
  },
} as const
