// What a node of the trie says of its first term: which one it is, and whether it ends at the node.

export function packFirstTerm(term: number, endsHere: boolean): number {
  return term * 2 + (endsHere ? 1 : 0)
}

export function firstTermOf(packed: number): number {
  return packed >>> 1
}

export function endsAtNode(packed: number): boolean {
  return (packed & 1) === 1
}
