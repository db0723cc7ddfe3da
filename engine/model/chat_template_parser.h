// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/chat_template_lexer.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::engine::jinja {

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct Expression {
    enum class Kind {
        string,       ///< text
        integer,      ///< number
        constant,     ///< text: true, false, none
        name,         ///< text
        list,         ///< operands are the elements
        attribute,    ///< operand . text
        index,        ///< operand [ operand ]
        slice,        ///< operand [ operand : operand ]; an absent bound is null
        unary,        ///< text: not, -
        binary,       ///< text: or, and, ==, !=, <, <=, >, >=, in, not in, +, -, ~, *, //, %
        test,         ///< operand is text(operands...); number 1: is not
        filter,       ///< operand | text(operands...)
        call,         ///< operand(operands...)
        named,        ///< text = operand, an argument
        conditional,  ///< operand if operand else operand (null: nothing)
    };
    Kind kind = Kind::constant;
    std::string text;
    std::int64_t number = 0;
    std::vector<ExpressionPtr> operands;
    int line = 1;
    int depth = 1;
};

struct Statement;

struct Branch {
    ExpressionPtr condition;  ///< null: else
    std::vector<Statement> body;
};

struct Statement {
    enum class Kind {
        text,    ///< text, copied
        output,  ///< expression, printed
        set,     ///< text = expression, or text.member = expression
        choose,  ///< the first branch whose condition holds
        loop,    ///< for text[, member] in expression [if condition]: branches[0]; branches[1], if there, for no item
        define,  ///< a macro: nothing, until something calls it
    };
    Kind kind = Kind::text;
    std::string text;
    std::string member;
    ExpressionPtr expression;
    ExpressionPtr condition;  ///< of a loop; null: every item
    std::vector<Branch> branches;
    int line = 1;
};

/// Builds the tree of a template. Refuses statements that are not supported, by name; what only calls can need (macros,
/// named arguments) is refused where it is evaluated, because templates have much that no plain conversation reaches.
Result<std::vector<Statement>> parse(std::string_view source);

}  // namespace decodescope::engine::jinja
