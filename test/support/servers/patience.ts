// How long tests wait: a machine that is busy with other tests is neither an overload nor a store that is away.

export const PATIENT_MS = 60_000

/** For a service; a test of what it refuses sets its own. */
export const PATIENT_SETTINGS = {
  LOOP_DELAY_MAX_MS: String(PATIENT_MS),
  CHARGE_TIMEOUT_MS: String(PATIENT_MS),
}

/** What a service has without them, for tests of a store that is away. */
export const USUAL_CHARGE_TIMEOUT = { CHARGE_TIMEOUT_MS: '2000' }

/** For the end of a DATABASE_URL. */
export const PATIENT_DATABASE = `?connect_timeout=60&statement_timeout=${PATIENT_MS}&query_timeout=70000`
