// The examples of the reference page: a complete study, which a test parses, and one with mistakes.

export const EXAMPLE_STUDY = `study: my-books
title: JSON against Protobuf for our catalogue
question: Is Protobuf worth its build step, and does gzip pay on 3G?

factors:
  dataset: book
  n: [10, 1000]
  format: [json/JSON.parse, protobuf]
  compression: [none, gzip-6]
  network: [none, 3g]
  browser: [chromium, firefox]
  target: node

exclude:
  - {n: 10, compression: gzip-6}

protocol:
  sessions: 12
  exchangesPerVisit: 3
  budget: 5m
  warmup: 12
  timeout: 30s
  margin: 2%
  precision: 5%
  confidence: 95%
  published: {warmup: 100, counted: 100}
  seed: 2017
  twin: {n: 1000, format: json, compression: none}

compare:
  - {factor: format, baseline: json}
  - {factor: compression, baseline: none}

claims:
  - id: C1
    says: Protobuf is 1.2 to 1.5 times as fast as JSON on 3G
    where: {n: 1000, network: 3g}
    standIn: {network: none}
    numerator: {format: json}
    denominator: {format: protobuf}
    published: [1.2, 1.5]

index:
  weights: {download: 60, decode: 30, size: 10}
  baseline: {format: json, compression: none}

price: {egress: 0.09/GB, cpu: 0.04/h}
`;

export const MISTAKEN_STUDY = `study: mistaken
title: A study with mistakes
question: Which of them are found?
factors:
  n: [10, 0]
  format: [json, protobuff]
  compresion: gzip
protocol:
  budget: 60
  sessions: 3
  precision: 5%
`;
