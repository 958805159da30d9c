<?php

declare(strict_types=1);

namespace Wirefare\Launch;

use FilesystemIterator;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use RuntimeException;

/** Holds all that an Apache of ours reads and writes: sources, data, its process file. */
final class TemporaryFolder
{
    private function __construct(public readonly string $path)
    {
    }

    /** Apache started by root has workers of another user, who has to reach it. */
    public static function make(bool $forOthers): self
    {
        $tried = [];
        foreach (array_unique([sys_get_temp_dir(), '/tmp', '/var/tmp']) as $base) {
            $path = "$base/wirefare-php-" . bin2hex(random_bytes(6));
            if ((!$forOthers || self::othersReach($base)) && @mkdir($path, $forOthers ? 0755 : 0700)) {
                // What the process's mask took away.
                chmod($path, $forOthers ? 0755 : 0700);
                return new self($path);
            }
            $tried[] = $base;
        }
        throw new RuntimeException('no temporary folder can be made that Apache reaches in ' . implode(', ', $tried));
    }

    /** A copy of a folder, readable by whoever reaches it. */
    public function copyOf(string $from, string $name): void
    {
        $to = "$this->path/$name";
        mkdir($to);
        foreach (self::entries($from, RecursiveIteratorIterator::SELF_FIRST) as $inner => $entry) {
            $copy = "$to/" . substr($inner, strlen($from) + 1);
            $entry->isDir() ? mkdir($copy) : copy($inner, $copy);
        }
    }

    public function remove(): void
    {
        if (!is_dir($this->path)) {
            return;
        }
        foreach (self::entries($this->path, RecursiveIteratorIterator::CHILD_FIRST) as $inner => $entry) {
            $entry->isDir() && !$entry->isLink() ? @rmdir($inner) : @unlink($inner);
        }
        @rmdir($this->path);
    }

    private static function entries(string $folder, int $order): RecursiveIteratorIterator
    {
        $within = new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS);
        return new RecursiveIteratorIterator($within, $order);
    }

    private static function othersReach(string $folder): bool
    {
        for ($at = realpath($folder) ?: $folder; ; $at = dirname($at)) {
            if ((@fileperms($at) & 0001) === 0) {
                return false;
            }
            if ($at === dirname($at)) {
                return true;
            }
        }
    }
}
