// How the time of a session is divided between its panels. With Tᵢ of the time, panel i has Tᵢ/cᵢ blocks of
// cost cᵢ and a variance of vᵢ·cᵢ/Tᵢ, vᵢ that of one block: the sum of all variances is least where Tᵢ is in
// proportion to √(vᵢ·cᵢ) (Neyman, Journal of the Royal Statistical Society 97, 1934: optimum allocation).

export interface PanelNeed {
  /**
   * The largest variance within sessions of any of the panel's open log ratios, were the session one block
   * long (the variance of a session times its blocks); 0 where no question of the panel is open.
   */
  readonly blockVariance: number;
  /** Wall time of one block, ms. */
  readonly blockMs: number;
}

/** The share of each panel, together 1. Alike where no panel needs any. */
export function timeShares(panels: readonly PanelNeed[]): number[] {
  const needs = panels.map(({ blockVariance, blockMs }) => Math.sqrt(blockVariance * blockMs));
  const sum = needs.reduce((total, need) => total + need, 0);
  return needs.map((need) => (sum > 0 ? need / sum : 1 / panels.length));
}
