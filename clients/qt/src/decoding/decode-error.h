// A body that is not what it should be.
#pragma once

#include <QString>

#include <stdexcept>
#include <string>

namespace wirefare {

class DecodeError : public std::runtime_error {
public:
    explicit DecodeError(const char *what) : std::runtime_error(what) {}
    explicit DecodeError(const std::string &what) : std::runtime_error(what) {}
    explicit DecodeError(const QString &what) : std::runtime_error(what.toStdString()) {}
};

} // namespace wirefare
