// The units that coordinates are kept in.

/** Points of streets and bounds of boxes are in ten-millionths of a degree: a centimetre. */
export const POINT_UNITS = 1e7
/** Records are kept as steps away from the point of their street, in hundred-millionths of a degree. */
export const STEP_UNITS = 1e8
export const STEPS_PER_POINT_UNIT = STEP_UNITS / POINT_UNITS
