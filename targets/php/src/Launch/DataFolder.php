<?php

declare(strict_types=1);

namespace Wirefare\Launch;

use RuntimeException;
use Wirefare\Data\ChunkFile;
use Wirefare\Data\Dataset;
use Wirefare\Data\JavaRandom;

/** Puts the first n records of datasets where Apache's workers read them, and keeps them for the next start. */
final class DataFolder
{
    /** @param string|null $kept a folder for what has been made, made if missing; null: nothing is kept */
    public function __construct(private ?string $kept, private readonly string $served)
    {
    }

    public function fill(Dataset $dataset, int $records): void
    {
        $state = JavaRandom::seeded($dataset->seed())->state();
        for ($chunk = 0; $chunk * ChunkFile::RECORDS < $records; $chunk++) {
            $name = ChunkFile::nameOf($dataset, $chunk);
            $source = $this->read($name) ?? $this->make($name, $dataset, $chunk, $state);
            self::write("{$this->served}/$name", $source);
            $state = ChunkFile::stateAfter($source);
        }
    }

    /** Null where it was not kept, or what was kept is damaged. */
    private function read(string $name): ?string
    {
        $file = "{$this->kept}/$name";
        if ($this->kept === null || !is_file($file)) {
            return null;
        }
        $source = (string) file_get_contents($file);
        return ChunkFile::stateAfter($source) === null ? null : $source;
    }

    private function make(string $name, Dataset $dataset, int $chunk, int $state): string
    {
        $source = ChunkFile::made($dataset, $chunk, JavaRandom::at($state));
        if ($this->kept !== null) {
            try {
                $this->keep($name, $source);
            } catch (RuntimeException $exception) {
                // The next start draws it again.
                fwrite(STDERR, "{$exception->getMessage()}\n");
                $this->kept = null;
            }
        }
        return $source;
    }

    /** Others may start at the same time: what stands under the name is always whole. */
    private function keep(string $name, string $source): void
    {
        is_dir($this->kept) || @mkdir($this->kept, 0777, true);
        $beside = "{$this->kept}/.$name." . getmypid();
        self::write($beside, $source);
        rename($beside, "{$this->kept}/$name");
    }

    private static function write(string $file, string $content): void
    {
        if (@file_put_contents($file, $content) !== strlen($content)) {
            $why = error_get_last()['message'] ?? 'it is not whole';
            @unlink($file);
            throw new RuntimeException("cannot write $file: $why");
        }
    }
}
